import pg from 'pg';
import { updateRequests } from '../../testing/load/events.ts';
import type { LoadResult } from '../../testing/load/load.ts';
import { checkApplied } from '../checkApplied.ts';
import { type Contender, compare, type Figure, served } from '../measure.ts';
import type { PartReport } from '../report.ts';
import type { Stage } from '../stage.ts';
import type { Target } from '../target.ts';
import { createTables } from '../targets/upsert.ts';
import { runUpserts } from '../upserts.ts';

const SUBSCRIPTIONS = 500;

interface Traffic {
  connections: number;
  /** Events a round. */
  count: number;
  /** Later rounds are newer: an event that is older than what was applied before would be stale. */
  firstRound: number;
}

const MANY: Traffic = { connections: 16, count: 4_000, firstRound: 0 };
const ONE: Traffic = { connections: 1, count: 1_000, firstRound: 100 };

/** Compares webhooks of one event type over 16 connections and over one. */
export async function compareWebhooks(stage: Stage): Promise<PartReport> {
  const databaseUrl = await stage.createMigrated();
  const targets = [
    await stage.startOurs({ DATABASE_URL: databaseUrl }),
    await stage.startTarget('reference', await stage.createDatabase()),
    await stage.startTarget('floor'),
  ];
  const pool = new pg.Pool({ connectionString: await stage.createDatabase(), max: 10 });
  await createTables(pool);
  const many = await compare(stage, [...contend(targets, MANY), bare(pool)]);
  const one = await compare(stage, contend(targets, ONE));
  await pool.end();
  await checkApplied(databaseUrl);
  return {
    comparisons: [
      { title: `customer.subscription.updated, ${SUBSCRIPTIONS} subscriptions, 16 connections`, figures: many },
      { title: 'the same, 1 connection', figures: one },
    ],
    goals: goalsOf(many, one),
  };
}

function contend(targets: Target[], { connections, count, firstRound }: Traffic): Contender[] {
  const requests = (round: number) =>
    updateRequests({ subscriptions: SUBSCRIPTIONS, count, round: firstRound + round });
  return targets.map((target) => served(target, { connections, requests }));
}

function bare(pool: pg.Pool): Contender {
  return {
    server: 'bare upsert through pg, no HTTP',
    run(round): Promise<LoadResult> {
      const { connections, count } = MANY;
      return runUpserts(pool, {
        connections,
        requests: updateRequests({ subscriptions: SUBSCRIPTIONS, count, round }),
      });
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
