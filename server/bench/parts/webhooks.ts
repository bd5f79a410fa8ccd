import { updateRequests } from '../../testing/load/events.ts';
import { checkApplied } from '../checkApplied.ts';
import { type Contender, compare, type Figure, served } from '../measure.ts';
import type { PartReport } from '../report.ts';
import type { Stage } from '../stage.ts';
import type { Target } from '../target.ts';

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
  const many = await compare(stage, contend(targets, MANY));
  const one = await compare(stage, contend(targets, ONE));
  await checkApplied(databaseUrl);
  const [ours, reference] = many as [Figure, Figure];
  return {
    comparisons: [
      { title: `customer.subscription.updated, ${SUBSCRIPTIONS} subscriptions, 16 connections`, figures: many },
      { title: 'the same, 1 connection', figures: one },
    ],
    goals: [{ text: 'webhooks: req/s ÷ reference', measured: ours.perSecond / reference.perSecond, atLeast: 0.77 }],
  };
}

function contend(targets: Target[], { connections, count, firstRound }: Traffic): Contender[] {
  const requests = (round: number) =>
    updateRequests({ subscriptions: SUBSCRIPTIONS, count, round: firstRound + round });
  return targets.map((target) => served(target, { connections, requests }));
}
