import { createHash } from 'node:crypto';
import { get } from '../../testing/load/request.ts';
import { fill } from '../fill.ts';
import { compare, type Figure, served } from '../measure.ts';
import type { PartReport } from '../report.ts';
import type { Stage } from '../stage.ts';

const PEOPLE = 500;
const COUNT = 8_000;
const CONNECTIONS = 16;
const KEY = 'sk_of_the_bench';

/** Compares a user's access, requested with a service key, with one select without authentication. */
export async function compareAccess(stage: Stage): Promise<PartReport> {
  const databaseUrl = await stage.createMigrated();
  await fill(databaseUrl, { people: PEOPLE, subscriptions: PEOPLE, ledgerRows: 0 });
  const hash = createHash('sha256').update(KEY).digest('hex');
  const targets = [
    await stage.startOurs({ DATABASE_URL: databaseUrl, SERVICE_KEYS: `bench:read:${hash}` }),
    await stage.startTarget('read', databaseUrl),
  ] as const;
  const requestsFor = (path: string) => () => {
    const each = Array.from({ length: PEOPLE }, (_, n) => {
      const id = `user_${n}`;
      return get({ authorization: `Bearer ${KEY}`, 'x-user-id': id, 'x-user': id }, path);
    });
    return Array.from({ length: COUNT }, (_, index) => each[index % PEOPLE] as Buffer);
  };
  const ask = (path: string) => ({ connections: CONNECTIONS, requests: requestsFor(path) });
  const figures = await compare(stage, [
    served(targets[0], ask('/api/payments/access')),
    served(targets[1], ask('/api/payments/subscription'), 'Express and one select, no session'),
  ]);
  const [ours, bare] = figures as [Figure, Figure];
  return {
    comparisons: [{ title: 'GET /api/payments/access with a service key, 16 connections', figures }],
    goals: [{ text: 'access by key: req/s ÷ bare select', measured: ours.perSecond / bare.perSecond, atLeast: 0.8 }],
  };
}
