import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { sendUntilAccepted } from '../outages/underKills.ts';
import { lifeOf } from '../parts/lives.ts';

const PROBE_EVERY_MS = 500;
/** A reader that waits for the writer gets no changes before its commit; the feed's reader must get them by then. */
const PATIENCE_MS = 30_000;

interface HeldOpen {
  databaseUrl: string;
  /** The URL of the proxy before the services. */
  url: string;
  /** The feed reader's access, by user. */
  known: ReadonlyMap<string, object>;
  /** The minimum duration of the transaction. */
  seconds: number;
}

export interface OpenWriter {
  /** Changes that the reader received while the transaction was open. */
  probes: number;
  /** The longest time from the response to a probe's webhook until the reader had the change. */
  slowestMs: number;
  openSeconds: number;
  broken: string[];
}

/**
 * Changes one owner's access in a transaction that stays open, as another program may do, and changes others'
 * meanwhile.
 */
export async function holdOpen({ databaseUrl, url, known, seconds }: HeldOpen): Promise<OpenWriter> {
  const startsAt = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;
  const send = async (name: string) => {
    const { customer, facts } = lifeOf({ name, steps: [['created', { status: 'active' }]], startsAt, apart: 0 });
    for (const fact of facts) await sendUntilAccepted(url, fact);
    return customer.userId;
  };
  const heard = async (userId: string) => {
    const until = performance.now() + PATIENCE_MS;
    while (!known.has(userId) && performance.now() < until) await sleep(10);
    return known.has(userId);
  };
  const held = await send('feedheld');
  await heard(held);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const begun = performance.now();
  await client.query('BEGIN');
  await client.query(`UPDATE subscription SET status = 'incomplete' WHERE "userId" = $1`, [held]);
  const broken: string[] = [];
  let [probes, slowestMs] = [0, 0];
  for (; performance.now() - begun < seconds * 1_000 && broken.length === 0; probes += 1) {
    const userId = await send(`feedprobe${probes}`);
    const answered = performance.now();
    if (!(await heard(userId))) broken.push(`${userId} was missing from the feed while a writer was open`);
    slowestMs = Math.max(slowestMs, performance.now() - answered);
    await sleep(PROBE_EVERY_MS);
  }
  await client.query('COMMIT');
  await client.end();
  return { probes, slowestMs, openSeconds: Math.round((performance.now() - begun) / 1_000), broken };
}
