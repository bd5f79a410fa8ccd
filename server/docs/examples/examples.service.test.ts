import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SandboxedApp, startSandboxedApp } from '../../testing/app/sandboxedApp.ts';
import { CONSUMER_KEYS, followLife } from '../../testing/calls/feedConsumer.ts';
import { expectedOf, runExample } from '../../testing/calls/runExample.ts';
import { tryVerifier } from '../../testing/calls/verifiers.ts';

let app: SandboxedApp;
beforeAll(async () => {
  app = await startSandboxedApp('alpha', { environment: CONSUMER_KEYS });
});
afterAll(() => app.close());

test('Node', async () => {
  expect(await runExample(app, process.execPath, 'node.mjs')).toEqual(expectedOf(app));
});

test('curl', async () => {
  expect(await runExample(app, './curl.sh')).toEqual(expectedOf(app));
});

test('the verifier of access in Node', async () => {
  await tryVerifier(app, process.execPath, 'verify.mjs');
});

const seed = Date.now() & 0x7fffffff;

test(`the consumer of the feed in Node agrees with GET access while webhooks are lost (seed ${seed})`, async () => {
  const { compared, wrong, reasons } = await followLife(app, { command: process.execPath, file: 'feed.mjs', seed });
  expect(wrong).toEqual([]);
  expect(compared).toBe(800);
  expect([...reasons]).toEqual(expect.arrayContaining(['trialing', 'period_over']));
}, 240_000);
