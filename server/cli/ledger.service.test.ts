import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LedgerFilter, listLedger } from '../billing/ledger/ledger.ts';
import { startTestApp, type TestApp } from '../testing/app/app.ts';
import { type BillingCommand, openCommand } from '../testing/app/command.ts';
import { mayComplain } from '../testing/run/complaints.ts';

mayComplain(/Failed to process [a-z._]+ event/);

let app: TestApp;
let billing: BillingCommand;

beforeAll(async () => {
  app = await startTestApp();
  billing = openCommand(app);
});
afterAll(async () => {
  billing.close();
  await app.close();
});

const NOW = Math.floor(Date.now() / 1000);
const prisma = () => app.deps.billing.database.prisma;
const sql = (text: string) => app.deps.billing.database.pool.query(text);

function customerEvent(id: string, more: object = {}): object {
  const object = { id: `cus_${id}`, email: `${id}@example.com`, metadata: { userId: id } };
  return { id: `evt_${id}`, type: 'customer.created', created: NOW, data: { object: { ...object, ...more } } };
}

const list = async (filter: LedgerFilter) => (await listLedger(app.deps.billing, filter, { limit: 50 })).entries;

test('events lists the ledger newest first, filtered, as a table or as JSON', async () => {
  await app.deliver(customerEvent('ann'));
  await app.deliver(customerEvent('ann'));
  await app.deliver(customerEvent('bob'));
  await app.deliver(customerEvent('nobody', { id: null }));
  await app.deliver({ id: 'evt_odd', type: 'radar.reviewed', created: NOW });
  const all = await billing.run('events', '--json');
  expect(all).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(all.out)).toMatchObject([
    { eventId: 'evt_odd', outcome: 'ignored', type: null, nativeType: 'radar.reviewed' },
    { eventId: 'evt_nobody', outcome: 'failed', error: 'the customer has no usable id' },
    { eventId: 'evt_bob', outcome: 'applied', deliveries: 1, userId: 'bob' },
    { eventId: 'evt_ann', outcome: 'applied', deliveries: 2, occurredAt: new Date(NOW * 1000).toISOString() },
  ]);
  const filter = ['--type', 'customer.created', '--user', 'ann', '--since', '2020-01-01', '--provider', 'alpha'];
  const some = await billing.run('events', ...filter, '--limit', '1', '--json');
  expect(JSON.parse(some.out)).toMatchObject([{ eventId: 'evt_ann' }]);
  const { code, out } = await billing.run('events', '--outcome', 'failed');
  expect(code).toBe(0);
  const [heading, ...rows] = out.trim().split('\n');
  expect(heading).toMatch(/^id +receivedAt +provider +type +outcome +deliveries +why$/);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatch(/alpha +customer\.created +failed +1 +the customer has no usable id$/);
});

test('resend of an applied event changes nothing and is not a failure', async () => {
  await app.deliver(customerEvent('cid'));
  const before = await prisma().customer.findFirst({ where: { userId: 'cid' } });
  const { id = '' } = (await list({ userId: 'cid' }))[0] ?? {};
  const { code, out } = await billing.run('resend', id, '--json');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toEqual([{ id, outcome: 'stale', why: expect.stringContaining('a newer event') }]);
  const after = await prisma().customer.findFirst({ where: { userId: 'cid' } });
  expect({ ...after, updatedAt: null }).toEqual({ ...before, updatedAt: null });
  expect(await list({ userId: 'cid' })).toMatchObject([{ deliveries: 1, outcome: 'applied' }]);
});

test('resend --failed applies failed events once the cause is gone, and lists those that still fail', async () => {
  const [failed] = await list({ outcome: 'failed' });
  const still = await billing.run('resend', '--failed', '--json');
  expect(still.code).toBe(1);
  const why = 'the customer has no usable id';
  expect(JSON.parse(still.out)).toEqual([{ id: failed?.id, outcome: 'failed', why }]);
  // As if a version that can read this event had been installed.
  await sql(
    `UPDATE webhook_event SET body = replace(body, '"id":null', '"id":"cus_nobody"') WHERE "eventId" = 'evt_nobody'`,
  );
  const done = await billing.run('resend', '--failed', '--since', new Date(Date.now() - 3_600_000).toISOString());
  expect(done.code).toBe(0);
  expect(done.out).toMatch(new RegExp(`^${failed?.id} +applied$`, 'm'));
  expect(await prisma().customer.findFirst({ where: { userId: 'nobody' } })).toMatchObject({
    providerCustomerId: 'cus_nobody',
  });
  expect(await list({ outcome: 'failed' })).toEqual([]);
  const none = await billing.run('resend', '--failed');
  expect(none).toMatchObject({ code: 0, out: '(none)\n', err: '' });
});

test('an event of a provider that is not configured does not stop the others', async () => {
  await app.deliver(customerEvent('dan', { id: 7 }));
  await sql(`UPDATE webhook_event SET provider = 'beta', "occurredAt" = '2020-01-01' WHERE "eventId" = 'evt_dan'`);
  await app.deliver(customerEvent('eve', { id: 7 }));
  await sql(`UPDATE webhook_event SET body = replace(body, '"id":7', '"id":"cus_eve"') WHERE "eventId" = 'evt_eve'`);
  const { out } = await billing.run('resend', '--failed', '--json');
  expect(JSON.parse(out)).toMatchObject([{ outcome: 'applied' }]);
  expect(await list({ outcome: 'failed' })).toMatchObject([{ eventId: 'evt_dan', provider: 'beta' }]);
});

test('resend of an unknown id, or of an event whose body was deleted, gives exit code 1', async () => {
  const unknown = await billing.run('resend', '999999');
  expect(unknown).toMatchObject({
    code: 1,
    out: '',
    err: 'The ledger has no event 999999 that can be applied again\n',
  });
  await sql('UPDATE webhook_event SET body = NULL; DELETE FROM webhook_event_body');
  const { id = '' } = (await list({ userId: 'ann' }))[0] ?? {};
  expect((await billing.run('resend', id)).err).toBe(`The ledger has no event ${id} that can be applied again\n`);
});
