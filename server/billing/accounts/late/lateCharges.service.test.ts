import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD } from '../../../testing/app/canaries.ts';
import type { Person } from '../../../testing/app/people.ts';
import { type SandboxedApp, startSandboxedApp } from '../../../testing/app/sandboxedApp.ts';
import { post } from '../../../testing/calls/requests.ts';
import { mayComplain } from '../../../testing/run/complaints.ts';
import { providersHere } from '../../../testing/run/storey.ts';
import { until } from '../../../testing/run/until.ts';
import { listReturned } from '../../subscriptions/brake/listReturned.ts';
import { releaseHeld } from '../../subscriptions/brake/releaseHeld.ts';
import { endErasedSubscriptions } from '../endErasedSubscriptions.ts';
import { returnLateCharges } from './returnLateCharges.ts';

mayComplain(/A charge after the deletion of its account/, /An operator released held refunds/);

/** A charge after the deletion of an account (security.md, 2). */
describe.each(providersHere('beta'))('%s', (provider) => {
  let app: SandboxedApp;
  beforeAll(async () => {
    app = await startSandboxedApp(provider);
  });
  afterAll(() => app.close());

  const billing = () => app.deps.billing;
  const prisma = () => billing().database.prisma;
  const remove = async ({ cookie }: Person) => {
    const answer = await app.call('/api/auth/delete-user', post({ password: PASSWORD }, cookie));
    expect(answer.status).toBe(200);
    const second = Math.floor(Date.now() / 1000);
    await until('the next second began', () => Math.floor(Date.now() / 1000) > second);
  };
  /** Alpha ends open pages at the deletion; two tabs may be faster. */
  async function payAfterDeletion(person: Person, wanted: object): Promise<void> {
    const { adapter } = billing();
    const { endCheckout } = adapter;
    const { sessionId } = await app.checkout(person, wanted);
    Object.assign(adapter, { endCheckout: undefined });
    await remove(person);
    Object.assign(adapter, { endCheckout });
    await app.pay(sessionId);
  }
  const books = async (person: Person) => {
    const { invoices, subscriptions } = await app.truthOf(person);
    const paid = invoices.filter(({ amount }) => amount > 0);
    return { paid: paid.map(({ amount, refunded }) => [amount, refunded]), states: subscriptions.map((s) => s.status) };
  };
  const late = ({ id }: Person) => prisma().lateCharge.findMany({ where: { userId: id } });
  const run = async () => {
    await endErasedSubscriptions(billing());
    await returnLateCharges(billing());
    await app.settle();
  };

  test('a page that was open is ended at the deletion, where the provider can', async () => {
    const ada = await app.signUp();
    const { sessionId } = await app.checkout(ada, { plan: 'pro' });
    await remove(ada);
    const { state } = await billing().adapter.fetchCheckout(sessionId);
    expect(state).toBe(billing().adapter.endCheckout ? 'ended' : 'open');
  });

  test('a subscription paid after it ends, and its charge is given back once; one from before is kept', async () => {
    const ada = await app.signUp();
    await app.spendTrial(ada);
    await app.buy(ada, { plan: 'starter' });
    await app.as(ada.cookie, '/api/payments/change', { kind: 'cancel_now' });
    await app.settle();
    await payAfterDeletion(ada, { plan: 'pro' });
    await run();
    const after = await books(ada);
    expect(after.paid.toSorted(([a = 0], [b = 0]) => a - b)).toEqual([
      [490, 0],
      [990, 990],
    ]);
    expect(new Set(after.states)).toEqual(new Set(['canceled']));
    expect(await listReturned(billing())).toMatchObject([
      { kind: 'paid after deletion', userId: ada.id, state: 'done', amount: '9.90', provider },
    ]);
    await run();
    expect(await books(ada)).toEqual(after);
  });

  test('a one-time purchase is given back, also if the process dies after any step', async () => {
    const ada = await app.signUp();
    await payAfterDeletion(ada, { plan: 'pro', interval: 'one_time' });
    const { adapter } = billing();
    const { refundCharge } = adapter;
    const killed = () => Promise.reject(new Error('killed'));
    const deaths = [killed, (...given: Parameters<typeof refundCharge>) => refundCharge(...given).then(killed)];
    for (const death of deaths) {
      Object.assign(adapter, { refundCharge: death });
      await run();
      expect(await late(ada)).toMatchObject([{ state: 'refunding' }]);
      await prisma().retry.deleteMany();
    }
    Object.assign(adapter, { refundCharge });
    await run();
    expect(await late(ada)).toMatchObject([{ state: 'done' }]);
    expect((await books(ada)).paid).toEqual([[9900, 9900]]);
  });

  // The brake counts people, whatever the provider.
  test.runIf(provider === 'alpha')(
    'after ten people in an hour the rest is held, and goes on when it is released',
    async () => {
      const ada = await app.signUp();
      await payAfterDeletion(ada, { plan: 'pro', interval: 'one_time' });
      const others = Array.from({ length: 10 }, (_, number) => `other${number}`);
      const begunAt = new Date();
      await prisma().lateCharge.createMany({
        data: others.map((id) => ({ paymentId: id, userId: id, state: 'done', begunAt })),
      });
      await run();
      expect(await late(ada)).toMatchObject([{ state: 'held' }]);
      expect((await books(ada)).paid).toEqual([[9900, 0]]);
      expect(await releaseHeld(billing(), { reason: 'looked at', actor: 'a test' })).toEqual({
        duplicates: 0,
        lateCharges: 1,
      });
      await run();
      expect(await late(ada)).toMatchObject([{ state: 'done' }]);
      expect((await books(ada)).paid).toEqual([[9900, 9900]]);
    },
  );
});
