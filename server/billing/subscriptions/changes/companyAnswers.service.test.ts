import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../../testing/app/app.ts';
import type { Person } from '../../../testing/app/people.ts';
import { type SandboxedApp, startSandboxedApp } from '../../../testing/app/sandboxedApp.ts';
import { answerOf, post } from '../../../testing/calls/requests.ts';
import { type Relay, type Relayed, startRelay } from '../../../testing/company/relay.ts';
import { mayComplain } from '../../../testing/run/complaints.ts';

/** The provider's answers to a change: it refused, or the result is unknown. */
mayComplain(/Internal Server Error/, /request completed/, /its webhook brings the result/);

const conflict = { reason: 'provider_refused', until: null, message: expect.any(String) };
const NOT_POSSIBLE = { status: 409, body: { error: 'Plan change not possible', conflict } };

interface Behind {
  app: SandboxedApp;
  /** Reaches the sandbox through the relay. */
  peer: TestApp;
  relay: Relay;
}

async function startBehindRelay(provider: string): Promise<Behind> {
  const app = await startSandboxedApp(provider);
  const relay = await startRelay(app.sandboxUrl);
  return { app, relay, peer: await app.startPeer({ [`${provider.toUpperCase()}_API_URL`]: relay.url }) };
}

async function stop({ app, peer, relay }: Behind): Promise<void> {
  await peer.close();
  await relay.close();
  await app.close();
}

let alpha: Behind;
let beta: Behind;
beforeAll(async () => {
  alpha = await startBehindRelay('alpha');
  beta = await startBehindRelay('beta');
}, 60_000);
afterAll(async () => {
  await stop(alpha);
  await stop(beta);
});
afterEach(() => {
  for (const { relay } of [alpha, beta]) relay.reset();
});

test('a refused preview is a change that is not possible; an unanswered one is a failure', async () => {
  const { cookie } = await alpha.app.signUpPaying({ plan: 'starter' });
  const preview = async () =>
    answerOf(await alpha.peer.call('/api/payments/change/preview', post({ plan: 'pro' }, cookie)));
  const path = '/v1/invoices/create_preview';
  expect(await preview()).toMatchObject({ status: 200, body: { dueNext: '9.90' } });
  alpha.relay.change(path, () => ({ status: 400, json: { error: { type: 'invalid_request_error', message: 'No' } } }));
  expect(await preview()).toEqual(NOT_POSSIBLE);
  alpha.relay.change(path, () => ({ status: 402, json: { error: { type: 'card_error', message: 'No' } } }));
  expect(await preview()).toEqual(NOT_POSSIBLE);
  alpha.relay.change(path, () => ({ status: 500, json: {} }));
  expect(await preview()).toMatchObject({ status: 500 });
});

test('a subscription billed in another currency than the plan: only what the provider tells is an amount', async () => {
  const abroad = async ({ app, peer }: Behind) => {
    const { id, cookie } = await app.signUpPaying({ plan: 'starter' });
    await app.deps.billing.database.prisma.subscription.updateMany({
      where: { userId: id },
      data: { currency: 'jpy', amount: '700' },
    });
    return (await answerOf(await peer.call('/api/payments/change/preview', post({ plan: 'pro' }, cookie)))).body;
  };
  const inYen = ({ status, json }: Relayed) => ({ status, json: { ...json, currency: 'jpy' } });
  alpha.relay.change('/v1/invoices/create_preview', inYen);
  expect(await abroad(alpha)).toMatchObject({ currency: 'jpy', dueNow: expect.stringMatching(/^\d+$/), dueNext: null });
  expect(await abroad(beta)).toMatchObject({ currency: 'jpy', dueNow: null, dueNext: null });
});

/** Where the provider sets the new price at once, only our record knows the plan that is paid for. */
describe('beta: a downgrade', () => {
  const look = async (person: Person) => {
    const [shown] = await beta.app.subscriptions(person);
    const next = shown?.scheduledChange;
    return { ...shown, next: next && [next.plan, next.lapsed], uses: (await beta.app.access(person)).plan };
  };
  const change = async ({ cookie }: { cookie: string }, body: object, by: TestApp = beta.peer) => {
    const answer = await answerOf(await by.call('/api/payments/change', post(body, cookie)));
    await beta.app.settle();
    return answer;
  };
  const changeOf = ({ providerSubscriptionId: id }: { providerSubscriptionId?: string }) =>
    `/v1/subscriptions/${id}/upgrade`;
  /** The provider makes the change, and its answer is lost. */
  const cut = () => {
    throw new Error('The connection broke');
  };

  test('its answer is lost: the paid plan is kept until the end of its period', async () => {
    const person = await beta.app.signUpPaying({ plan: 'pro' });
    beta.relay.change(changeOf(await look(person)), cut);
    expect(await change(person, { plan: 'starter' })).toMatchObject({ status: 500 });
    expect(await look(person)).toMatchObject({ plan: 'starter', next: ['starter', false], uses: 'pro' });
    beta.relay.reset();
    expect(await change(person, { kind: 'undo' })).toMatchObject({ status: 200 });
    expect(await look(person)).toMatchObject({ plan: 'pro', next: null, uses: 'pro' });
  });

  test('the provider is unavailable: nothing is lost, and the change can be retried', async () => {
    const person = await beta.app.signUpPaying({ plan: 'pro' });
    await beta.app.control('POST', 'switches', { api: { mode: 'error500' } });
    expect(await change(person, { plan: 'starter' })).toMatchObject({ status: 500 });
    await beta.app.control('POST', 'switches', { api: { mode: 'ok' } });
    expect(await look(person)).toMatchObject({ plan: 'pro', uses: 'pro' });
    expect(await change(person, { plan: 'starter' })).toMatchObject({ status: 200 });
    expect(await look(person)).toMatchObject({ plan: 'starter', next: ['starter', false], uses: 'pro' });
  });

  test('the provider refuses it: no change is scheduled', async () => {
    const person = await beta.app.signUpPaying({ plan: 'pro' });
    const strange = await beta.app.startPeer({ BETA_PRICE_STARTER_MONTH: 'prod_of_another_shop' });
    expect(await change(person, { plan: 'starter' }, strange)).toEqual(NOT_POSSIBLE);
    await strange.close();
    expect(await look(person)).toMatchObject({ plan: 'pro', next: null, uses: 'pro' });
  });

  test('another change replaces it, and the answer is lost: the paid plan is kept', async () => {
    const person = await beta.app.signUpPaying({ plan: 'enterprise' });
    expect(await change(person, { plan: 'pro' })).toMatchObject({ status: 200 });
    expect(await look(person)).toMatchObject({ plan: 'pro', next: ['pro', false], uses: 'enterprise' });
    await beta.app.control('POST', 'switches', { api: { mode: 'error500' } });
    expect(await change(person, { plan: 'starter' })).toMatchObject({ status: 500 });
    await beta.app.control('POST', 'switches', { api: { mode: 'ok' } });
    expect(await look(person)).toMatchObject({ plan: 'pro', next: ['pro', false], uses: 'enterprise' });
    let calls = 0;
    beta.relay.change(changeOf(await look(person)), (answer) => {
      calls += 1;
      return calls === 1 ? answer : cut();
    });
    expect(await change(person, { plan: 'starter' })).toMatchObject({ status: 500 });
    expect(await look(person)).toMatchObject({ plan: 'starter', next: ['starter', false], uses: 'enterprise' });
    expect(calls).toBe(2);
  });
});
