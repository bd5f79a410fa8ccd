import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app/app.ts';
import { mayComplain } from '../testing/run/complaints.ts';
import { providerNames } from './index.ts';

// Nothing listens at the provider's address.
mayComplain(/A tie waits for the provider/);

/** Columns that no delivery determines: when we wrote, and how often. */
const OURS = [
  'createdAt',
  'updatedAt',
  'version',
  'id',
  'receivedAt',
  'lastReceivedAt',
  'body',
  'eventId',
  'lastEventId',
  'unknownSince',
];

/** The prices that the recorded bodies name. */
const prices = {
  ALPHA_PRICE_STARTER_MONTH: 'price_reczgLPoziT7jQoIFURwaoyt',
  ALPHA_PRICE_PRO_MONTH: 'price_rec_pro',
  BETA_PRICE_PRO_MONTH: 'prod_recqdOhZjRXttszExIfTK',
  GAMMA_PRICE_PRO_MONTH: '0fc26325-3dac-49dc-8b8b-852840feebcc',
};

function strip(record: object): object {
  const kept = Object.entries(record).filter(([name, value]) => !OURS.includes(name) && value !== null);
  return Object.fromEntries(kept);
}

async function recordsOf({ deps }: TestApp) {
  const { customer, subscription, payment, webhookEvent } = deps.billing.database.prisma;
  const [customers, subscriptions, payments, ledger] = await Promise.all([
    customer.findMany(),
    subscription.findMany(),
    payment.findMany(),
    webhookEvent.findMany(),
  ]);
  const records = { customers, subscriptions, payments, ledger };
  return Object.fromEntries(Object.entries(records).map(([name, rows]) => [name, rows.map(strip)]));
}

async function forget({ deps }: TestApp): Promise<void> {
  await deps.billing.database.pool.query('TRUNCATE customer, subscription, payment, webhook_event, refetch');
}

/** Every recorded body, delivered alone: all records that it creates, field by field, in `records/<provider>/`. */
describe.each(providerNames)('a delivery of %s', (provider) => {
  const folder = new URL(`./${provider}/fixtures/`, import.meta.url);
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ ...prices, PAYMENT_PROVIDER: provider });
  });
  afterAll(() => app.close());

  it.each(files)('%s', async (file) => {
    await forget(app);
    const response = await app.deliver(readFileSync(new URL(file, folder), 'utf8'));
    expect(response.status).toBe(200);
    const records = `${JSON.stringify(await recordsOf(app), null, 2)}\n`;
    await expect(records).toMatchFileSnapshot(`./${provider}/fixtures/records/${file}`);
  });
});
