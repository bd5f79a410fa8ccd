import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { defaultPlansFile } from '../../../plans/readPlans.ts';
import type { Provider } from '../../events/wire.ts';
import { type Door, type DoorRequest, forward, openDoor } from '../parts/door.ts';
import type { DurablePostgres } from '../parts/postgres.ts';
import { type CompanyProcess, startCompanySandbox } from '../parts/sandbox.ts';
import { type Environment, type ServiceProcess, settingsFor, startService } from '../parts/service.ts';
import type { Random } from '../random.ts';
import { createTrapper, type Trapper } from './traps.ts';

const QUIET_MS = 120_000;
const POLL_MS = 200;

/** Two processes of the service on one database, with one provider. */
export interface Shop {
  provider: Provider;
  random: Random;
  company: CompanyProcess;
  services: ServiceProcess[];
  environment: Environment;
  pool: pg.Pool;
  trapper: Trapper;
  /** Kills these processes (by index) and restarts them; their leases expire at once. */
  crash(...places: number[]): Promise<void>;
  /** Resolves when both processes run. */
  up(): Promise<void>;
  close(): Promise<void>;
}

export async function openShop(provider: Provider, postgres: DurablePostgres, random: Random): Promise<Shop> {
  const databaseUrl = await postgres.createDatabase();
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  const trapper = createTrapper();
  const services: ServiceProcess[] = [];
  const doors: Door[] = [];
  const open = async (answer: Parameters<typeof openDoor>[0]) => {
    const door = await openDoor(answer);
    doors.push(door);
    return door.url;
  };
  // Deliveries go to either process.
  const webhooks = await open(async (asked) => forward(random.pick(services).url, asked));
  const company = await startCompanySandbox(provider, `${webhooks}/api/webhooks/payments`);
  const restarts: Promise<void>[] = [];
  const crash = async (...places: number[]) => {
    for (const place of places) await services[place]?.kill();
    await freeWhatTheDeadHeld(pool);
    for (const place of places) restarts.push(services[place]?.start() ?? Promise.resolve());
  };
  const passing = (place: number) => async (asked: DoorRequest) => {
    // Keeps a superseded page open, as at providers that cannot end a checkout.
    if (asked.path.endsWith('/expire') && random.next() < 0.7) return null;
    const met = trapper.meet(asked);
    const answer = met === 'before' ? null : await forward(company.url, asked);
    if (!met) return answer;
    await crash(place);
    return null;
  };
  const plansFile = writePlans();
  const common = { PAYMENT_PROVIDER: provider, DRAINING_PROVIDERS: '', LOG_LEVEL: 'fatal', PLANS_FILE: plansFile.path };
  const mails = { MAIL_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'billing@example.com' };
  const settings = { ...settingsFor(databaseUrl, await open(passing(0))), ...common, ...mails };
  const second = { ...settings, [`${provider.toUpperCase()}_API_URL`]: await open(passing(1)) };
  services.push(...(await Promise.all([startService(settings), startService(second)])));
  const direct = { ...settings, [`${provider.toUpperCase()}_API_URL`]: company.url };
  return {
    provider,
    random,
    company,
    services,
    pool,
    trapper,
    crash,
    environment: direct,
    async up() {
      await Promise.all(restarts.splice(0));
    },
    async close() {
      await Promise.allSettled(restarts);
      for (const service of services) await service.remove();
      await pool.end();
      await company.close();
      for (const door of doors) await door.close();
      plansFile.remove();
    },
  };
}

/** Removes the trials of the cheaper plans: they are charged at once and can be refunded. */
function writePlans() {
  const folder = mkdtempSync(join(tmpdir(), 'faults-plans-'));
  const path = join(folder, 'plans.yaml');
  const ours = readFileSync(defaultPlansFile, 'utf8');
  writeFileSync(path, ours.replace(/^ *trial_days: (7|14)\n/gm, ''));
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Ends the leases and delays of killed processes. */
async function freeWhatTheDeadHeld(pool: pg.Pool): Promise<void> {
  await pool.query(`UPDATE lease SET "expiresAt" = clock_timestamp() WHERE name LIKE 'owner:%' OR name = 'duplicates'`);
  await pool.query('UPDATE owner_check SET "dueAt" = clock_timestamp()');
}

const LEFT = `SELECT (SELECT count(*)::int FROM owner_check) AS looks, (SELECT count(*)::int FROM refetch) AS refetches,
  (SELECT count(*)::int FROM duplicate WHERE state IN ('ending', 'refunding') OR ("notifiedAt" IS NULL AND state <> 'closed')) AS begun`;

const RELEASE = `WITH released AS (UPDATE duplicate SET "releasedAt" = clock_timestamp()
    WHERE state = 'held' AND "releasedAt" IS NULL RETURNING "userId")
  INSERT INTO owner_check ("userId") SELECT DISTINCT "userId" FROM released
  ON CONFLICT ("userId") DO UPDATE SET "queuedAt" = clock_timestamp(), "dueAt" = clock_timestamp()`;

/** Of ten people in an hour, and three times a person in 30 days, second subscriptions are ended automatically. */
export async function letAMonthPass(pool: pg.Pool): Promise<void> {
  await pool.query(`UPDATE duplicate SET "endingAt" = "endingAt" - interval '31 days' WHERE state = 'done'`);
  await pool.query(RELEASE);
}

/** Waits until no delivery, check, refetch or refund is pending. Resolves to the pending ones after the timeout. */
export async function untilQuiet({ pool, company }: Shop): Promise<string | null> {
  for (const giveUpAt = Date.now() + QUIET_MS; ; await sleep(POLL_MS)) {
    await company.control('POST', 'endpoint/enable', {});
    await company.control('POST', 'settle', { timeoutMs: 60_000 });
    await letAMonthPass(pool);
    const { rows } = await pool.query<{ looks: number; refetches: number; begun: number }>(LEFT);
    const left = rows[0];
    if (left && left.looks + left.refetches + left.begun === 0) return null;
    if (Date.now() > giveUpAt) return JSON.stringify(left);
  }
}
