import { updateRequests } from '../../testing/load/events.ts';
import { compare, type Figure, served } from '../measure.ts';
import { purchaseRequests } from '../purchases.ts';
import type { PartReport } from '../report.ts';
import type { Stage } from '../stage.ts';

const COUNT = 3_300;
const CONNECTIONS = 16;
/** Concurrent purchases: at 3,000 events a second their events arrive within a quarter of a second. */
const TOGETHER = 60;

/**
 * Compares all event types of three providers' purchases with a reference that is sent the same, and with the one that
 * gets as many events of one type.
 */
export async function compareMixed(stage: Stage): Promise<PartReport> {
  const ours = await stage.startOurs({ DATABASE_URL: await stage.createMigrated() });
  const same = await stage.startTarget('purchaseReference', await stage.createDatabase());
  const reference = await stage.startTarget('reference', await stage.createDatabase());
  const purchases = (together: number) => ({
    connections: CONNECTIONS,
    requests: (round: number) => purchaseRequests({ count: COUNT, round: round * 100 + together, together }),
  });
  const updates = {
    connections: CONNECTIONS,
    requests: (round: number) => updateRequests({ subscriptions: 500, count: COUNT, round }),
  };
  const figures = await compare(stage, [
    served(ours, purchases(TOGETHER), `ours, ${TOGETHER} purchases at a time`),
    served(same, purchases(TOGETHER), 'reference, the same purchases'),
    served(reference, updates, 'reference, one type of event'),
    served(ours, purchases(1), 'ours, one purchase after the other: neighbours share records'),
  ]);
  const [mine, its] = figures as [Figure, Figure];
  return {
    comparisons: [{ title: 'all event types of a purchase, three providers, 16 connections', figures }],
    goals: [{ text: 'mixed traffic: req/s ÷ reference', measured: mine.perSecond / its.perSecond, atLeast: 0.57 }],
  };
}
