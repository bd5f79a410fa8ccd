import pg from 'pg';
import { updateRequests } from '../../testing/load/events.ts';
import type { LoadResult } from '../../testing/load/load.ts';
import { type Contender, compare, type Figure, served } from '../measure.ts';
import type { PartReport } from '../report.ts';
import type { Stage } from '../stage.ts';
import type { Target } from '../target.ts';
import { createTables } from '../targets/upsert.ts';
import { runUpserts } from '../upserts.ts';

const SUBSCRIPTIONS = 500;
const PER_ROUND = 4_000;

/** Compares webhooks of one event type over 16 connections and over one. */
export async function compareWebhooks(stage: Stage): Promise<PartReport> {
  const referenceUrl = await stage.createDatabase();
  const targets = [
    await stage.startOurs({ DATABASE_URL: await stage.createMigrated() }),
    await stage.startTarget('reference', referenceUrl),
    await stage.startTarget('floor'),
  ];
  const pool = new pg.Pool({ connectionString: await stage.createDatabase(), max: 10 });
  await createTables(pool);
  const many = await compare(stage, [...contend(targets, 16, PER_ROUND), bare(pool)]);
  const one = await compare(stage, contend(targets, 1, PER_ROUND / 4));
  await pool.end();
  return {
    comparisons: [
      { title: `customer.subscription.updated, ${SUBSCRIPTIONS} subscriptions, 16 connections`, figures: many },
      { title: 'the same, 1 connection', figures: one },
    ],
    goals: goalsOf(many, one),
  };
}

/** A number that makes the ids and times of each round unique. */
const roundOf = (round: number, connections: number) => round * 20 + connections;

function contend(targets: Target[], connections: number, count: number): Contender[] {
  const requests = (round: number) =>
    updateRequests({ subscriptions: SUBSCRIPTIONS, count, round: roundOf(round, connections) });
  return targets.map((target) => served(target, { connections, requests }));
}

function bare(pool: pg.Pool): Contender {
  return {
    server: 'bare upsert through pg, no HTTP',
    run(round): Promise<LoadResult> {
      const requests = updateRequests({ subscriptions: SUBSCRIPTIONS, count: PER_ROUND, round: roundOf(round, 16) });
      return runUpserts(pool, { connections: 16, requests });
    },
  };
}

function goalsOf(many: Figure[], one: Figure[]) {
  const [ours, reference, floor] = many as [Figure, Figure, Figure];
  const [alone, referenceAlone] = one as [Figure, Figure];
  return [
    { text: 'webhooks: req/s ÷ reference', measured: ours.perSecond / reference.perSecond, atLeast: 1 },
    { text: 'webhooks: req/s ÷ floor', measured: ours.perSecond / floor.perSecond, atLeast: 0.75 },
    { text: 'webhooks: p99 ÷ reference', measured: ours.p99 / reference.p99, atMost: 1.2 },
    { text: 'one connection: p50 ÷ reference', measured: alone.p50 / referenceAlone.p50, atMost: 1.5 },
    { text: 'peak memory of the server under webhooks, MB', measured: ours.peakMegabytes, atMost: 200 },
  ];
}
