import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../../testing/app.ts';
import { mayComplain } from '../../../testing/complaints.ts';
import { type Relay, startRelay } from '../../../testing/relay.ts';
import { answerOf, post } from '../../../testing/requests.ts';
import { type SandboxedApp, startSandboxedApp } from '../../../testing/sandboxedApp.ts';

/** What the company's answer to a change means: it refused it, or nobody knows. */
mayComplain(/Internal Server Error/, /request completed/);

const NOT_POSSIBLE = { status: 409, body: { error: 'Plan change not possible' } };

interface Behind {
  app: SandboxedApp;
  /** Reaches the company through the relay. */
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

/** Somebody who pays for the plan from the first day. */
async function buyer({ app }: Behind, plan: string) {
  const person = await app.signUp();
  const buy = async () => {
    const { sessionId } = await app.as<{ sessionId: string }>(person.cookie, '/api/payments/checkout', { plan });
    await app.control('POST', `checkouts/${sessionId}/pay`, {});
    await app.settle();
  };
  await buy();
  await app.as(person.cookie, '/api/payments/change', { kind: 'cancel_now' });
  await app.settle();
  await buy();
  return person;
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

test('a preview that the company refuses is a change that is not possible, and one without an answer a failure', async () => {
  const { cookie } = await buyer(alpha, 'starter');
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
