import { fill } from '../fill.ts';
import { compare, type Figure, served } from '../measure.ts';
import type { PartReport } from '../report.ts';
import { readRequests } from '../sessions.ts';
import type { Stage } from '../stage.ts';

const PEOPLE = 500;
const COUNT = 8_000;
const CONNECTIONS = 16;

/** Compares the subscription of a session with one select without a session. */
export async function compareReads(stage: Stage): Promise<PartReport> {
  const databaseUrl = await stage.createMigrated();
  await fill(databaseUrl, { people: PEOPLE, subscriptions: PEOPLE, ledgerRows: 0 });
  const targets = [
    await stage.startOurs({ DATABASE_URL: databaseUrl }),
    await stage.startTarget('read', databaseUrl),
  ] as const;
  const options = { connections: CONNECTIONS, requests: () => readRequests(PEOPLE, COUNT) };
  const figures = await compare(stage, [
    served(targets[0], options),
    served(targets[1], options, 'Express and one select, no session'),
  ]);
  const [ours, bare] = figures as [Figure, Figure];
  return {
    comparisons: [{ title: 'GET /api/payments/subscription with a valid session, 16 connections', figures }],
    goals: [
      { text: 'subscription read: req/s ÷ bare select', measured: ours.perSecond / bare.perSecond, atLeast: 0.5 },
      { text: 'peak memory of the server under reads, MB', measured: ours.peakMegabytes, atMost: 200 },
    ],
  };
}
