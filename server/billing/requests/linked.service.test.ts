import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../../testing/app/people.ts';
import { type SandboxedApp, startSandboxedApp } from '../../testing/app/sandboxedApp.ts';
import { post } from '../../testing/calls/requests.ts';
import { companyPurchase } from '../../testing/company/companySide.ts';
import { mailKept, mailsTo, tokenFor } from '../../testing/logins/mails.ts';
import { mayComplain } from '../../testing/run/complaints.ts';
import { providersHere } from '../../testing/run/storey.ts';
import { moveCustomers } from '../accounts/move/moveCustomers.ts';
import type { LinkedRequest } from './linkedRequest.ts';
import type { Receipt } from './request.ts';
import { followRequests } from './requestJob.ts';

mayComplain(/A user has two live subscriptions/, /waits for the provider/, /The provider refused a change/);
mayComplain(/could not|The change was requested/);

const nobody = { cookie: '' };
const signal = new AbortController().signal;
const LINK = /^Confirm that you cancel/;

/** Whoever can't sign in can still cancel; nobody can cancel for another. */
describe.each(providersHere('gamma'))('%s', (provider) => {
  let app: SandboxedApp;
  let ada: Person;

  beforeAll(async () => {
    const environment = { ...mailKept, DUPLICATES: 'report', OPERATOR_EMAILS: 'ops@example.com' };
    app = await startSandboxedApp(provider, { environment });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await app.control('POST', 'switches', { reset: true });
    ada = await app.signUp();
  });

  const ask = (input: object) =>
    app.trpc<Receipt>(nobody, 'requests.ask', { kind: 'cancel', language: 'en', ...input });
  const open = (token: string) => app.trpc<LinkedRequest>(nobody, 'requests.open', { token });
  const confirm = (token: string, subscriptionIds: string[]) =>
    app.trpc<LinkedRequest>(nobody, 'requests.confirm', { token, subscriptionIds });
  const subjects = async (email = ada.email) => (await mailsTo(app, email)).map(({ subject }) => subject);
  const cancelsOf = async () => (await app.subscriptions(ada)).map(({ cancelAtPeriodEnd }) => cancelAtPeriodEnd);
  const stateOf = async ({ number }: Receipt) =>
    app.deps.billing.database.prisma.contractRequest.findUnique({ where: { id: number } });

  async function linked() {
    const receipt = await ask({ email: ada.email });
    return { receipt, token: await tokenFor(app, ada.email, LINK) };
  }

  test('the link of a proven address ends the plan with its paid time, once, and it can be resumed', async () => {
    await app.buy(ada, { plan: 'pro' });
    const { receipt, token } = await linked();
    expect(await cancelsOf()).toEqual([false]);
    const shown = await open(token);
    const [plan] = shown.plans;
    expect(shown).toMatchObject({
      number: receipt.number,
      state: 'open',
      plans: [{ plan: 'pro', ending: false, former: null }],
    });
    expect(await cancelsOf()).toEqual([false]);
    const [live] = await app.subscriptions(ada);
    expect(plan?.endsAt).toBe(live?.currentPeriodEnd);
    const done = await Promise.all([confirm(token, [plan?.id ?? '']), confirm(token, [plan?.id ?? ''])]);
    expect(done.map(({ number }) => number)).toEqual([receipt.number, receipt.number]);
    await app.settle();
    expect(await open(token)).toMatchObject({
      state: 'done',
      closed: true,
      chosen: [plan?.id],
      plans: [{ ending: true }],
    });
    expect([await cancelsOf(), await subjects()]).toEqual([
      [true],
      ['Your cancellation is confirmed', 'Confirm that you cancel'],
    ]);
    const [mail] = await mailsTo(app, ada.email);
    expect(mail?.text).toContain(receipt.number);
    expect(mail?.text).toContain('nothing more is charged for it');
    await app.as(ada.cookie, '/api/payments/change', { kind: 'resume' });
    await app.settle();
    // The used link shows what became of it, and ends nothing again.
    await confirm(token, [plan?.id ?? '']);
    expect(await cancelsOf()).toEqual([false]);
  });

  test('a payment that is due is not said to be over', async () => {
    const { subscriptionId: id } = await app.buy(ada, { plan: 'pro' });
    await app.control('POST', `subscriptions/${id}/fail_next`, { times: 9 });
    await app.moveClock({ days: 15 });
    const { token } = await linked();
    const [plan] = (await open(token)).plans;
    expect(plan).toMatchObject({ due: true, ending: false });
    await confirm(token, [plan?.id ?? '']);
    await app.settle();
    const [mail] = await mailsTo(app, ada.email);
    expect(mail?.text).toContain('A payment for it is already due.');
    expect(mail?.text).not.toContain('nothing more is charged');
  });

  test('of several plans those end that are chosen; what was named is picked', async () => {
    await app.buy(ada, { plan: 'pro' });
    await companyPurchase(app, { plan: 'starter', email: ada.email, metadata: { userId: ada.id, plan: 'starter' } });
    await ask({ email: ada.email, contract: 'my Starter plan' });
    const token = await tokenFor(app, ada.email, LINK);
    const { plans } = await open(token);
    expect(plans.map(({ plan, meant }) => [plan, meant]).sort()).toEqual([
      ['pro', false],
      ['starter', true],
    ]);
    const starter = plans.find(({ plan }) => plan === 'starter');
    const stranger = await app.signUp();
    await app.buy(stranger, { plan: 'pro' });
    const [theirs] = await app.subscriptions(stranger);
    const body = { token, subscriptionIds: [theirs?.id] };
    expect((await app.call('/api/trpc/requests.confirm', post(body))).status).toBe(400);
    await confirm(token, [starter?.id ?? '']);
    await app.settle();
    const left = await app.subscriptions(ada);
    expect(left.map(({ plan, cancelAtPeriodEnd }) => [plan, cancelAtPeriodEnd]).sort()).toEqual([
      ['pro', false],
      ['starter', true],
    ]);
  });

  test('while the provider is away the confirmed cancellation waits, and reaches it without its reader', async () => {
    await app.buy(ada, { plan: 'pro' });
    const { receipt, token } = await linked();
    const [plan] = (await open(token)).plans;
    await app.control('POST', 'switches', { api: { mode: 'error500' } });
    expect(await confirm(token, [plan?.id ?? ''])).toMatchObject({ state: 'confirmed' });
    await expect(followRequests(app.deps.billing, signal)).rejects.toThrow('not at the provider');
    expect(await subjects()).toEqual(['Confirm that you cancel']);
    await app.control('POST', 'switches', { reset: true });
    await Promise.all([followRequests(app.deps.billing, signal), followRequests(app.deps.billing, signal)]);
    await app.settle();
    expect(await stateOf(receipt)).toMatchObject({ state: 'done', closedAt: expect.any(Date) });
    expect([await cancelsOf(), await subjects()]).toEqual([
      [true],
      ['Your cancellation is confirmed', 'Confirm that you cancel'],
    ]);
  });

  test('a confirmed cancellation of what an operator moved meanwhile is not said to be done', async () => {
    await app.buy(ada, { plan: 'pro' });
    const { receipt, token } = await linked();
    const [plan] = (await open(token)).plans;
    await app.control('POST', 'switches', { api: { mode: 'error500' } });
    await confirm(token, [plan?.id ?? '']);
    await app.control('POST', 'switches', { reset: true });
    const heir = await app.signUp();
    const { billing } = app.deps;
    await moveCustomers(billing, { from: ada.id, to: heir.id, reason: 'Same person', actor: 'test' });
    await expect(followRequests(billing, signal)).rejects.toThrow('not at the provider');
    expect(await stateOf(receipt)).toMatchObject({ state: 'confirmed', closedAt: null });
    expect(await subjects()).toEqual(['Confirm that you cancel']);
    await app.trpc(heir, 'subscription.change', { kind: 'cancel_at_period_end' });
    await followRequests(billing, signal);
    expect(await stateOf(receipt)).toMatchObject({ state: 'done' });
  });

  test('a plan that ends anyway is shown as that, and asking twice hurts nobody', async () => {
    await app.buy(ada, { plan: 'pro' });
    const first = await linked();
    const second = await ask({ email: ada.email.toUpperCase() });
    const [plan] = (await open(first.token)).plans;
    await confirm(first.token, [plan?.id ?? '']);
    await app.settle();
    expect(await stateOf(second)).toMatchObject({ state: 'open', closedBy: first.receipt.number });
    const third = await linked();
    expect(await open(third.token)).toMatchObject({ state: 'open', plans: [{ ending: true }] });
    await confirm(third.token, [plan?.id ?? '']);
    expect(await open(third.token)).toMatchObject({ state: 'done' });
    expect(await cancelsOf()).toEqual([true]);
  });
});
