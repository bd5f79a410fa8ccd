import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SandboxedApp, startSandboxedApp } from '../../testing/app/sandboxedApp.ts';
import { expectedOf, runExample } from '../../testing/calls/runExample.ts';
import { tryVerifier } from '../../testing/calls/verifiers.ts';

let app: SandboxedApp;
beforeAll(async () => {
  app = await startSandboxedApp('alpha');
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
