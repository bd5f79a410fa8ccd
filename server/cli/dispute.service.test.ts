import { afterAll, beforeAll, expect, test } from 'vitest';
import { paymentsOf } from '../testing/app/rows.ts';
import { type SandboxedApp, startSandboxedApp } from '../testing/app/sandboxedApp.ts';
import { disputeCommand } from './dispute.ts';

let app: SandboxedApp;
beforeAll(async () => {
  app = await startSandboxedApp('beta');
});
afterAll(() => app.close());

async function run(...args: string[]): Promise<[number, string]> {
  const { billing, settings } = app.deps;
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  const context = { billing, settings, signal: new AbortController().signal, running: null, print };
  return [await disputeCommand.run(context, args), printed.join('\n')];
}

async function disputed() {
  const buyer = await app.signUpPaying({ plan: 'pro' });
  const { invoices } = await app.truth();
  const invoiceId = invoices.findLast(({ status, amount }) => status === 'paid' && amount > 0)?.id;
  await app.control('POST', 'disputes', { invoiceId });
  await app.settle();
  const payment = (await paymentsOf(app, buyer)).find(({ status }) => status === 'disputed');
  return { buyer, payment: payment?.id ?? '' };
}

test('a crash between the audit and the record: a repeat completes it, with one row of the audit', async () => {
  const { buyer, payment } = await disputed();
  const { pool, prisma } = app.deps.billing.database;
  await pool.query(`ALTER TABLE audit ADD CONSTRAINT away CHECK (action <> 'dispute_ended') NOT VALID`);
  await expect(run('lost', payment, '--reason', 'first')).rejects.toThrow();
  await pool.query('ALTER TABLE audit DROP CONSTRAINT away');
  await pool.query(`ALTER TABLE refund ADD CONSTRAINT away CHECK (status <> 'lost') NOT VALID`);
  await expect(run('lost', payment, '--reason', 'second')).rejects.toThrow();
  await pool.query('ALTER TABLE refund DROP CONSTRAINT away');
  expect((await run('lost', payment, '--reason', 'third'))[0]).toBe(0);
  expect(await app.access(buyer)).toMatchObject({ reason: 'disputed' });
  const rows = await prisma.audit.findMany({ where: { userId: buyer.id } });
  expect(rows).toHaveLength(1);
});

test('a dispute stays open until an operator says how it ended, and the audit has the reason', async () => {
  expect(await run()).toEqual([0, 'No dispute is open']);
  const lost = await disputed();
  const won = await disputed();
  expect(await run()).toEqual([1, expect.stringContaining(lost.payment)]);
  for (const { buyer } of [lost, won]) expect(await app.access(buyer)).toMatchObject({ plan: 'pro' });
  expect(await run('lost', lost.payment, '--reason', 'see the dashboard')).toEqual([
    0,
    expect.stringContaining('lost 9.90 usd'),
  ]);
  expect(await app.access(lost.buyer)).toMatchObject({ plan: 'free', reason: 'disputed' });
  const { payment } = app.deps.billing.database.prisma;
  const after = await payment.findUnique({ where: { id: lost.payment } });
  expect(after).toMatchObject({ status: 'disputed', amountRefunded: '9.90' });
  const [code, json] = await run('won', won.payment, '--reason', 'they withdrew it', '--json');
  expect([code, JSON.parse(json)]).toMatchObject([0, { dispute: { status: 'won' }, payment: { status: 'succeeded' } }]);
  expect(await app.access(won.buyer)).toMatchObject({ plan: 'pro', reason: 'active' });
  expect(await run('won', lost.payment, '--reason', 'no')).toEqual([1, expect.stringContaining('nothing was changed')]);
  expect(await run()).toEqual([0, 'No dispute is open']);
  const { audit, auditReason } = app.deps.billing.database.prisma;
  const row = await audit.findFirstOrThrow({ where: { userId: lost.buyer.id } });
  expect(row).toMatchObject({ action: 'dispute_ended', details: { payment: lost.payment, status: 'lost' } });
  expect(await auditReason.findUnique({ where: { auditId: row.id } })).toMatchObject({ reason: 'see the dashboard' });
});
