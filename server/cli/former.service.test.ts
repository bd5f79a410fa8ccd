import { afterAll, beforeAll, expect, test } from 'vitest';
import { blankPersonalData } from '../billing/accounts/blankPersonalData.ts';
import { explain } from '../billing/ledger/explain.ts';
import { recordId } from '../billing/records/recordId.ts';
import { addCustomer, addSubscription } from '../testing/app/rows.ts';
import { type SandboxedApp, startSandboxedApp } from '../testing/app/sandboxedApp.ts';
import { answerOf, post } from '../testing/calls/requests.ts';
import { formerCommand } from './former.ts';

let app: SandboxedApp;
beforeAll(async () => {
  app = await startSandboxedApp('alpha');
});
afterAll(() => app.close());

const prisma = () => app.deps.billing.database.prisma;
const DAY_MS = 86_400_000;
const NOTHING = [1, expect.stringContaining('nothing was changed')];

async function run(...args: string[]): Promise<[number, string]> {
  const { billing, settings } = app.deps;
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  const context = { billing, settings, signal: new AbortController().signal, running: null, print };
  return [await formerCommand.run(context, args), printed.join('\n')];
}
const end = (id: string) => run('end', id, '--reason', 'it ended there in May');

/** Active, with a period that ended long ago according to our records. */
async function subscribe(userId: string, provider: string) {
  const name = `of-${userId}`;
  const id = recordId('subscription', provider, name);
  const [currentPeriodStart, currentPeriodEnd] = [400, 370].map((days) => new Date(Date.now() - days * DAY_MS));
  const customerId = recordId('customer', provider, name);
  const owner = { id: userId, email: `${userId}@example.com` };
  await addCustomer(app, owner, { id: customerId, provider, providerCustomerId: name });
  const dates = { currentPeriodStart, currentPeriodEnd };
  await addSubscription(app, owner, { id, customerId, provider, providerSubscriptionId: name, ...dates });
  return id;
}
const recordOf = (id: string) => prisma().subscription.findUnique({ where: { id } });

test('an operator ends a subscription at a former provider: its owner can buy again, and the ledger has the reason', async () => {
  const ada = await app.signUp();
  expect((await run())[0]).toBe(0);
  const id = await subscribe(ada.id, 'beta');
  const buy = async () =>
    (await answerOf(await app.call('/api/payments/checkout', post({ plan: 'starter' }, ada.cookie)))).body;
  expect(await buy()).toMatchObject({ url: expect.stringContaining('/change-plan') });
  expect(await run()).toEqual([1, expect.stringContaining(id)]);
  expect(await end(id)).toEqual([0, `${id} of ${ada.id} has ended`]);
  const customerId = recordId('customer', 'beta', `of-${ada.id}`);
  expect(await recordOf(id)).toMatchObject({
    status: 'canceled',
    canceledAt: expect.any(Date),
    plan: 'pro',
    customerId,
  });
  expect(await end(id)).toEqual(NOTHING);
  expect((await run())[0]).toBe(0);
  const told = await explain(app.deps.billing, ada.id);
  expect(told?.timeline.find(({ what }) => what === 'operator.ended from beta')).toMatchObject({
    outcome: 'applied',
    reason: expect.stringMatching(/^ended by command of .+: it ended there in May$/),
  });
  expect(app.logged.join()).toContain('An operator ended a former subscription');
  expect(await buy()).toMatchObject({ url: expect.stringContaining(app.sandboxUrl) });
});

test('a subscription of a configured provider is not ended here, and neither is an unknown one', async () => {
  const { id: userId } = await app.signUp();
  const id = await subscribe(userId, 'alpha');
  expect(await end(id)).toEqual(NOTHING);
  expect(await end('none')).toEqual(NOTHING);
  expect(await recordOf(id)).toMatchObject({ status: 'active', version: 1 });
});

test('deleting the account deletes the reason too', async () => {
  const { id: userId } = await app.signUp();
  await end(await subscribe(userId, 'gamma'));
  const rows = () => prisma().webhookEvent.findMany({ where: { userId, nativeType: 'operator.ended' } });
  expect(await rows()).toMatchObject([{ outcome: 'applied', warnings: [expect.stringContaining('in May')] }]);
  await prisma().erasedUser.create({ data: { userId } });
  await prisma().user.delete({ where: { id: userId } });
  await blankPersonalData(app.deps.billing, { userId });
  expect(await rows()).toMatchObject([{ outcome: 'applied', warnings: [] }]);
});

test('a draining provider says how many live subscriptions it still has, and when it can be taken out', async () => {
  const { id: userId } = await app.signUp();
  const { billing } = app.deps;
  const { adapters } = billing;
  Object.assign(billing, { adapters: new Map([...adapters, ['beta', { ...billing.adapter, provider: 'beta' }]]) });
  try {
    const id = await subscribe(userId, 'beta');
    expect(await run()).toEqual([0, expect.stringContaining('beta is draining: 1 live subscriptions')]);
    await prisma().subscription.update({
      where: { id },
      data: { status: 'canceled', standing: 'over', canceledAt: new Date() },
    });
    expect(await run()).toEqual([0, expect.stringContaining('beta has drained: it can be taken out')]);
  } finally {
    Object.assign(billing, { adapters });
  }
});
