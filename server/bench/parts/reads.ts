import { createHash } from 'node:crypto';
import { openServiceKeys } from '../../database/keys/serviceKeys.ts';
import { get } from '../../testing/load/request.ts';
import { fill } from '../fill.ts';
import { compare, type Figure, served } from '../measure.ts';
import type { PartReport } from '../report.ts';
import { AUTH_SECRET, readRequests } from '../sessions.ts';
import type { Stage } from '../stage.ts';

const PEOPLE = 500;
const COUNT = 8_000;
const KEY = 'sk_of_the_bench';

/** Compares the subscription of a session, and a user's access by a service key, with one select without either. */
export async function compareReads(stage: Stage): Promise<PartReport> {
  const databaseUrl = await stage.createMigrated();
  await fill(databaseUrl, { people: PEOPLE, subscriptions: PEOPLE, ledgerRows: 0 });
  const hash = createHash('sha256').update(KEY).digest('hex');
  const { sessions: key } = await openServiceKeys(databaseUrl, { secrets: [AUTH_SECRET] });
  const requests = readRequests(PEOPLE, { count: COUNT, key });
  const ours = await stage.startOurs({ DATABASE_URL: databaseUrl, SERVICE_KEYS: `bench:read:${hash}` });
  const select = await stage.startTarget('read', databaseUrl);
  const bare = served(select, options(requests), 'Express and one select, no session');
  const own = await compare(stage, [served(ours, options(requests)), bare]);
  const access = await compare(stage, [served(ours, options(accessRequests())), bare]);
  const [mine, its] = own as [Figure, Figure];
  return {
    comparisons: [
      { title: 'GET /api/payments/subscription with a valid session, 16 connections', figures: own },
      { title: 'GET /api/payments/access with a service key, 16 connections', figures: access },
    ],
    goals: [
      { text: 'subscription read: req/s ÷ bare select', measured: mine.perSecond / its.perSecond, atLeast: 0.56 },
    ],
  };
}

const options = (requests: Buffer[]) => ({ connections: 16, requests: () => requests });

function accessRequests(): Buffer[] {
  const headers = (id: string) => ({ authorization: `Bearer ${KEY}`, 'x-user-id': id });
  const each = Array.from({ length: PEOPLE }, (_, n) => get(headers(`user_${n}`), '/api/payments/access'));
  return Array.from({ length: COUNT }, (_, index) => each[index % PEOPLE] as Buffer);
}
