import { afterAll, beforeAll, expect, test } from 'vitest';
import { SANDBOX_KEY, type SandboxedApp, startSandboxedApp } from '../../testing/app/sandboxedApp.ts';

let app: SandboxedApp;
beforeAll(async () => {
  app = await startSandboxedApp('alpha');
});
afterAll(() => app.close());

test('collection that is paused at the provider stands on the record until it goes on', async () => {
  const buyer = await app.signUpPaying({ plan: 'pro' });
  const [bought] = await app.subscriptions(buyer);
  const set = async (fields: Record<string, string>) => {
    const headers = { authorization: `Bearer ${SANDBOX_KEY}` };
    const address = `${app.sandboxUrl}/v1/subscriptions/${bought?.providerSubscriptionId}`;
    const { status } = await fetch(address, { method: 'POST', headers, body: new URLSearchParams(fields) });
    expect(status).toBe(200);
    await app.settle();
    return (await app.subscriptions(buyer))[0];
  };
  expect(bought).toMatchObject({ status: 'active', collectionPaused: false });
  const paused = await set({ 'pause_collection[behavior]': 'void' });
  expect(paused).toMatchObject({ status: 'active', paused: false, collectionPaused: true });
  expect(await app.access(buyer)).toMatchObject({ plan: 'pro', reason: 'active' });
  expect(await set({ pause_collection: '' })).toMatchObject({ status: 'active', collectionPaused: false });
});
