import { updateRequests } from '../../testing/load/events.ts';
import { checkApplied } from '../checkApplied.ts';
import { fill } from '../fill.ts';
import { compare, type Figure, served } from '../measure.ts';
import type { PartReport } from '../report.ts';
import { readRequests } from '../sessions.ts';
import { settle } from '../settle.ts';
import type { Stage } from '../stage.ts';

const SMALL = { people: 500, subscriptions: 500, ledgerRows: 0 };
const LARGE = { people: 50_000, subscriptions: 50_000, ledgerRows: 1_000_000 };
const EVENTS = 4_000;
const READS = 4_000;
const CONNECTIONS = 16;

/** Compares the service on a large and a small database. */
export async function compareSizes(stage: Stage): Promise<PartReport> {
  const sizes = [await startFilled(stage, LARGE), await startFilled(stage, SMALL)];
  const writes = sizes.map(({ target, subscriptions, name }) => {
    const requests = (round: number) => updateRequests({ subscriptions, count: EVENTS, round });
    return served(target, { connections: CONNECTIONS, requests }, name);
  });
  const reads = sizes.map(({ target, people, name }) =>
    served(target, { connections: CONNECTIONS, requests: () => readRequests(people, READS) }, name),
  );
  const events = await compare(stage, writes);
  for (const { databaseUrl } of sizes) await checkApplied(databaseUrl);
  for (const { databaseUrl } of sizes) await settle(databaseUrl);
  const answers = await compare(stage, reads);
  const [large, small] = events as [Figure, Figure];
  const [largeRead, smallRead] = answers as [Figure, Figure];
  return {
    comparisons: [
      { title: 'customer.subscription.updated by size of the data, 16 connections', figures: events },
      { title: 'GET /api/payments/subscription by size of the data, 16 connections', figures: answers },
    ],
    goals: [
      { text: 'much data: webhooks, req/s ÷ little data', measured: large.perSecond / small.perSecond, atLeast: 0.9 },
      { text: 'much data: subscription read, p50 ÷ little data', measured: largeRead.p50 / smallRead.p50, atMost: 1.1 },
      { text: 'peak memory of the server on much data, MB', measured: largeRead.peakMegabytes, atMost: 200 },
    ],
  };
}

async function startFilled(stage: Stage, size: typeof SMALL) {
  const databaseUrl = await stage.createMigrated();
  await fill(databaseUrl, size);
  const name = `ours, ${size.subscriptions} subscriptions, ${size.ledgerRows} ledger rows`;
  return { ...size, name, databaseUrl, target: await stage.startOurs({ DATABASE_URL: databaseUrl }) };
}
