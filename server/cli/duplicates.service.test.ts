import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BillingCommand, openCommand } from '../testing/app/command.ts';
import type { Person } from '../testing/app/people.ts';
import { paymentsOf } from '../testing/app/rows.ts';
import { type SandboxedApp, startSandboxedApp } from '../testing/app/sandboxedApp.ts';
import { mayComplain } from '../testing/run/complaints.ts';

mayComplain(/An operator released held refunds/);

let app: SandboxedApp;
let command: BillingCommand;
beforeAll(async () => {
  app = await startSandboxedApp('alpha');
  command = openCommand(app);
});
afterAll(async () => {
  command.close();
  await app.close();
});

const prisma = () => app.deps.billing.database.prisma;
const sql = (text: string) => app.deps.billing.database.jobPool.query(text);
const release = (reason: string) => command.run('duplicates', 'release', '--reason', reason, '--json');
const actsOn = ({ id }: Person) => prisma().audit.findMany({ where: { userId: id } });

/** A buyer whose second subscription and whose charge are held. What holds them is tested where money is given back. */
async function held() {
  const buyer = await app.signUp();
  await app.spendTrial(buyer);
  await app.buy(buyer, { plan: 'pro' });
  const userId = buyer.id;
  const { id: subscriptionId } = await prisma().subscription.findFirstOrThrow({ where: { userId, plan: 'pro' } });
  const paymentId = (await paymentsOf(app, buyer)).find(({ amount }) => amount === '9.90')?.id ?? '';
  await prisma().duplicate.create({ data: { subscriptionId, userId, state: 'held', heldAt: new Date() } });
  await prisma().lateCharge.create({ data: { paymentId, userId, state: 'held' } });
  await prisma().ownerCheck.deleteMany({ where: { userId } });
  return { buyer, subscriptionId, paymentId };
}

test('held money is listed until it is released, with a reason and one row of the audit for each', async () => {
  expect(await command.run('duplicates')).toMatchObject({
    code: 0,
    out: 'No money was given back, held or reported\n',
  });
  const { buyer, subscriptionId, paymentId } = await held();
  const listed = await command.run('duplicates', '--json');
  expect([listed.code, JSON.parse(listed.out)]).toMatchObject([
    1,
    expect.arrayContaining([
      expect.objectContaining({ kind: 'second subscription', id: subscriptionId, state: 'held', userId: buyer.id }),
      expect.objectContaining({ kind: 'paid after deletion', id: paymentId, state: 'held', amount: '9.90' }),
    ]),
  ]);
  for (const wrong of [['release'], ['release', '--reason', ' '], ['free', '--reason', 'x']]) {
    expect((await command.run('duplicates', ...wrong)).code).toBe(2);
  }
  const { code, out } = await command.run('duplicates', 'release', '--reason', ' Ticket 4711 ');
  expect([code, out]).toEqual([0, expect.stringContaining('Released 1 second subscriptions and 1 charges')]);
  expect(await actsOn(buyer)).toMatchObject([
    {
      action: 'held_released',
      actor: expect.stringMatching(/^command of /),
      details: { subscription: subscriptionId },
    },
    { action: 'held_released', actor: expect.stringMatching(/^command of /), details: { payment: paymentId } },
  ]);
  const exported = await app.trpc<{ audit: unknown[] }>(buyer, 'account.export');
  expect(exported.audit).toMatchObject([{ reason: 'Ticket 4711' }, { reason: 'Ticket 4711' }]);
  expect(await prisma().ownerCheck.count({ where: { userId: buyer.id } })).toBe(1);
  expect(await prisma().lateCharge.findUnique({ where: { paymentId } })).toMatchObject({ state: 'found' });
  expect(JSON.parse((await release('again')).out)).toEqual({ duplicates: 0, lateCharges: 0 });
  expect(await actsOn(buyer)).toHaveLength(2);
});

test('a crash at any step releases nothing without its audit and its check; a repeat does the rest', async () => {
  const { buyer, subscriptionId, paymentId } = await held();
  for (const [table, rule] of [
    ['owner_check', `"userId" <> '${buyer.id}'`],
    ['audit', `details->>'payment' <> '${paymentId}'`],
  ]) {
    await sql(`ALTER TABLE ${table} ADD CONSTRAINT away CHECK (${rule}) NOT VALID`);
    expect((await release('first')).code).toBe(1);
    await sql(`ALTER TABLE ${table} DROP CONSTRAINT away`);
    const duplicate = await prisma().duplicate.findUniqueOrThrow({ where: { subscriptionId } });
    const checks = await prisma().ownerCheck.count({ where: { userId: buyer.id } });
    const acts = (await actsOn(buyer)).length;
    const isReleased = table === 'audit' ? 1 : 0;
    expect([duplicate.releasedAt ? 1 : 0, checks, acts]).toEqual([isReleased, isReleased, isReleased]);
    expect(await prisma().lateCharge.findUnique({ where: { paymentId } })).toMatchObject({ state: 'held' });
  }
  expect(JSON.parse((await release('third')).out)).toEqual({ duplicates: 0, lateCharges: 1 });
  expect(await actsOn(buyer)).toHaveLength(2);
});
