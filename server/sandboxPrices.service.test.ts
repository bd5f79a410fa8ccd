import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { ComparedPrice } from './billing/sync/prices/comparePrices.ts';
import { main } from './cli/billing.ts';
import { createLog } from './log.ts';
import { defaultPlansFile } from './plans/readPlans.ts';
import type { Truth } from './sandbox/testing.ts';
import { controlOf } from './sandbox/testing.ts';
import { openService, type Service } from './service.ts';
import { readSettings } from './settings/settings.ts';
import { listen } from './testing/app/command.ts';
import { cookieOf, post } from './testing/calls/requests.ts';
import { createTestDatabase } from './testing/database/database.ts';
import { providersHere } from './testing/run/storey.ts';

const folder = mkdtempSync(join(tmpdir(), 'sandbox-prices-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The default plans, with pro at this price a month. */
function plansAt(amount: string): string {
  const file = join(folder, `plans-${amount}.yaml`);
  writeFileSync(file, readFileSync(defaultPlansFile, 'utf8').replace("'9.90'", `'${amount}'`));
  return file;
}

type Environment = Record<string, string>;

/** Runs the service with its own sandbox while `work` runs. */
async function running<T>(environment: Environment, work: (service: Service) => Promise<T>): Promise<T> {
  const settings = readSettings(environment);
  const log = createLog(settings);
  const service = await openService(settings, { log, signal: new AbortController().signal });
  return work(service).finally(service.close);
}

const controlAt = ({ sandboxUrl }: Service) => controlOf(() => sandboxUrl ?? '');

async function buyPro(service: Service, email: string): Promise<void> {
  const origin = { origin: service.url };
  const person = { email, password: 'a long enough passphrase', name: 'Ada' };
  const cookie = cookieOf(await fetch(`${service.url}/api/auth/sign-up/email`, post(person, undefined, origin)));
  const response = await fetch(`${service.url}/api/payments/checkout`, post({ plan: 'pro' }, cookie, origin));
  const { sessionId } = (await response.json()) as { sessionId: string };
  await controlAt(service)('POST', `checkouts/${sessionId}/pay`, {});
}

/** What this buyer's invoices were, trials left out. */
async function chargedTo(service: Service, email: string): Promise<number[]> {
  const { customers, invoices } = await controlAt(service)<Truth>('GET', 'truth');
  const ids = customers.filter((each) => each.email === email).map(({ id }) => id);
  const own = invoices.filter(({ customerId, amount }) => ids.includes(customerId) && amount > 0);
  return own.map(({ amount }) => amount);
}

/** What `billing prices` says of pro by the month, in the order of the list: amount, and whether it is sold. */
async function shown(environment: Environment): Promise<[string, string, boolean][]> {
  const { io, said } = listen({ environment, signal: new AbortController().signal });
  const code = await main(['prices', '--json'], io);
  const { prices } = JSON.parse(said.out) as { prices: ComparedPrice[] };
  expect([code, prices.filter(({ differs }) => differs)]).toEqual([0, []]);
  const months = prices.filter(({ plan, interval }) => plan === 'pro' && interval === 'month');
  return months.map(({ id, theirs, isOffered }) => [id, theirs.split(' ')[0] ?? '', isOffered]);
}

const twins = (provider: string, ids: [string, string, boolean][]) =>
  provider === 'beta'
    ? ids.flatMap(([id, amount, isOffered]) => [
        [id, amount, isOffered],
        [`${id}_without_trial`, amount, false],
      ])
    : ids;

test.each(providersHere('beta'))(
  'a price that the plans file raises is new buyers’ price alone, at %s',
  async (provider) => {
    const database = await createTestDatabase();
    const dataDir = mkdtempSync(join(folder, 'data-'));
    const before = {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: '0',
      PAYMENT_PROVIDER: provider,
      SANDBOX: 'on',
      SANDBOX_PORT: '0',
      SANDBOX_CLOCK: 'follow',
      LOG_LEVEL: 'silent',
    };
    const raised = { ...before, PLANS_FILE: plansAt('12.90') };
    const old = 'price_pro_month';
    const new1290 = 'price_pro_month_1290_usd';
    try {
      await running(before, async (service) => {
        await buyPro(service, 'old@example.com');
        await controlAt(service)('POST', 'clock', { days: 15 });
        expect(await chargedTo(service, 'old@example.com')).toEqual([990]);
      });
      await running(raised, async (service) => {
        await buyPro(service, 'new@example.com');
        await controlAt(service)('POST', 'clock', { days: 32 });
        expect(await chargedTo(service, 'old@example.com')).toEqual([990, 990]);
        expect(await chargedTo(service, 'new@example.com')).toEqual([1_290, 1_290]);
        expect(await shown(raised)).toEqual(
          twins(provider, [
            [new1290, '12.90', true],
            [old, '9.90', false],
          ]),
        );
      });
      const name = `${provider.toUpperCase()}_PRICE_PRO_MONTH`;
      const listed = { ...before, PLANS_FILE: plansAt('14.90'), [name]: `price_named,${new1290},${old}` };
      await running(listed, async () => {
        expect(await shown(listed)).toEqual([
          ['price_named', '14.90', true],
          [new1290, '12.90', false],
          [old, '9.90', false],
        ]);
      });
    } finally {
      await database.drop();
    }
  },
);
