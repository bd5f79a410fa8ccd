import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashOfKey } from '../../auth/callers/serviceKeys.ts';
import { packageRoot } from '../../settings/packageRoot.ts';
import { type SandboxedApp, startSandboxedApp } from '../../testing/app/sandboxedApp.ts';
import { CONSUMER_KEYS, followLife } from '../../testing/calls/feedConsumer.ts';
import { expectedOf, runExample } from '../../testing/calls/runExample.ts';
import { tryVerifier } from '../../testing/calls/verifiers.ts';

let app: SandboxedApp;
beforeAll(async () => {
  const SERVICE_KEYS = `${CONSUMER_KEYS.SERVICE_KEYS},page:read+changes:${hashOfKey('sk_page')}`;
  app = await startSandboxedApp('alpha', { environment: { SERVICE_KEYS } });
});
afterAll(() => app.close());

test('Node', async () => {
  expect(await runExample(app, process.execPath, 'node.mjs')).toEqual(expectedOf(app));
});

test('curl', async () => {
  expect(await runExample(app, './curl.sh')).toEqual(expectedOf(app));
});

test('the lines of the page that these examples stand on, as a reader types them first', async () => {
  const page = readFileSync(join(packageRoot(), 'server/docs/api.md'), 'utf8');
  const lines = [...page.matchAll(/^```sh\n(.*?)^```/gms)].map(([, line = '']) => line);
  expect(lines.length).toBeGreaterThan(1);
  const { id } = await app.signUpPaying({ plan: 'pro' });
  for (const line of lines) {
    const typed = line.replaceAll('http://localhost:3000', app.url).replaceAll('user_42', id);
    const { stdout } = await promisify(execFile)('bash', ['-ec', `BILLING_KEY=sk_page\nunset CURSOR\n${typed}`]);
    expect(JSON.parse(stdout)).not.toHaveProperty('error');
  }
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
