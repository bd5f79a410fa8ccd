import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { hashOfKey } from '../../../auth/callers/serviceKeys.ts';
import type { AccessAnswer } from '../../../billing/access/accessAnswer.ts';
import type { ChangesPage } from '../../../billing/access/feed/accessFeed.ts';
import { freePort } from '../../../database/embedded/freePort.ts';
import { controlOf } from '../../../sandbox/testing.ts';
import { ask } from '../../calls/ask.ts';
import type { Provider } from '../../events/wire.ts';
import { until } from '../../run/until.ts';
import { type Environment, SECRET_KEY, startService } from './service.ts';

const KEY = 'key-of-the-readers';
const LONG_MS = 300_000;

export interface Answered {
  access: AccessAnswer;
  token: string;
}

/** Headers beside the service key's, or in its place. */
export type Caller = Record<string, string>;

/** The address of a person or an organisation. */
export const addressOf = (owner: string) => `${owner.replace(':', '.')}@example.com`;

/** The service with its sandbox, whose clock it follows. */
export interface Market {
  provider: Provider;
  control: ReturnType<typeof controlOf>;
  /** The provider's API, whose key is `SECRET_KEY`. */
  companyUrl: string;
  /** Calls the service for an owner. Throws with the answer's text on an error status. */
  as<T>(owner: string, path: string, body?: object): Promise<T>;
  /** The data of tRPC's queries, asked at once: inputs by the procedures' names. The headers say who asks. */
  query<T>(headers: Caller, inputs: Record<string, object>): Promise<T>;
  mutate<T>(headers: Caller, procedure: string, input: object): Promise<T>;
  /** Of the service's database. */
  rows<T extends pg.QueryResultRow>(sql: string, values: unknown[]): Promise<T[]>;
  access(owner: string): Promise<Answered>;
  changes(after: string): Promise<ChangesPage>;
  /** Sends the deliveries of that state anew, oldest first. */
  resend(status: 'pending' | 'dropped'): Promise<void>;
  /** Moves the clock; resolves when everything that was sent is applied, refetches included. */
  move(seconds: number): Promise<void>;
  close(): Promise<void>;
}

export async function openMarket(provider: Provider, databaseUrl: string, more: Environment = {}): Promise<Market> {
  const sandboxPort = await freePort();
  const service = await startService({
    DATABASE_URL: databaseUrl,
    PAYMENT_PROVIDER: provider,
    SANDBOX: 'on',
    SANDBOX_PORT: `${sandboxPort}`,
    SANDBOX_CLOCK: 'follow',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'fatal',
    AUTH_SECRET: 'auth-secret-for-faults-0123456789',
    SERVICE_KEYS: `readers:changes+read+write+verify:${hashOfKey(KEY)}`,
    // With a foreign login every user id is accepted.
    AUTH_JWKS_URL: 'http://127.0.0.1:9/jwks.json',
    ACCESS_TOKEN_SECONDS: '3600',
    // A scheduled reconcile would repair what lost webhooks leave behind.
    RECONCILE_EVERY: 'off',
    [`${provider.toUpperCase()}_SECRET_KEY`]: SECRET_KEY,
    ...more,
  });
  const companyUrl = `http://127.0.0.1:${sandboxPort}`;
  const control = controlOf(() => companyUrl);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const call = async <T>(path: string, headers: Record<string, string>, body?: object): Promise<T> => {
    const sent = { authorization: `Bearer ${KEY}`, ...headers };
    const question = body
      ? { method: 'POST', headers: { ...sent, 'content-type': 'application/json' }, body: JSON.stringify(body) }
      : { headers: sent };
    const { status, text } = await ask(`${service.url}/api/${path}`, question);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
    return JSON.parse(text) as T;
  };
  const as: Market['as'] = (owner, path, body) =>
    call(`payments/${path}`, { 'x-user-id': owner, ...(body && { 'x-user-email': addressOf(owner) }) }, body);
  /** What failed on a busy machine would be repeated for hours. */
  const isDelivered = async () => {
    const { settled } = await control<{ settled: boolean }>('POST', 'settle', { timeoutMs: 30_000 });
    if (!settled) await resend('pending');
    return settled;
  };
  const resend: Market['resend'] = async (status) => {
    const { deliveries } = await control<{ deliveries: { id: string }[] }>(
      'GET',
      `deliveries?status=${status}&limit=100000`,
    );
    for (const { id } of deliveries.toReversed()) await control('POST', `deliveries/${id}/resend`, {});
  };
  const isQuiet = async () => {
    const { rowCount } = await pool.query('SELECT FROM refetch WHERE "lastError" IS NULL LIMIT 1');
    return rowCount === 0;
  };
  return {
    provider,
    control,
    companyUrl,
    as,
    access: (owner) => as(owner, 'access'),
    rows: async <T extends pg.QueryResultRow>(sql: string, values: unknown[]) =>
      (await pool.query<T>(sql, values)).rows,
    async query<T>(headers: Caller, inputs: Record<string, object>) {
      const input = JSON.stringify(Object.fromEntries(Object.values(inputs).entries()));
      const path = `trpc/${Object.keys(inputs)}?batch=1&input=${encodeURIComponent(input)}`;
      const read = () => call<{ result: { data: unknown } }[]>(path, headers);
      const answers = await patiently(read);
      return answers.map(({ result }) => result.data) as T;
    },
    async mutate<T>(headers: Caller, procedure: string, input: object) {
      return (await call<{ result: { data: T } }>(`trpc/${procedure}`, headers, input)).result.data;
    },
    resend,
    changes: (after) => call(`payments/changes?limit=500${after && `&after=${after}`}`, {}),
    async move(seconds) {
      await control('POST', 'clock', { seconds });
      await until('everything is delivered', isDelivered, LONG_MS);
      await until('no refetch is pending', isQuiet, LONG_MS);
    },
    async close() {
      await pool.end();
      await service.remove();
    },
  };
}

/** A busy machine may fail to answer in time; a page asks again, and what counts is what it says then. */
async function patiently<T>(read: () => Promise<T>): Promise<T> {
  for (const giveUpAt = Date.now() + LONG_MS; ; await sleep(1_000)) {
    try {
      return await read();
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
      console.info(`Asked again: ${String(error).slice(-200)}`);
    }
  }
}
