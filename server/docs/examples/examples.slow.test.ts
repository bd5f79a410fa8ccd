import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SandboxedApp, startSandboxedApp } from '../../testing/app/sandboxedApp.ts';
import { CONSUMER_KEYS, followLife } from '../../testing/calls/feedConsumer.ts';
import { expectedOf, runExample } from '../../testing/calls/runExample.ts';
import { tryVerifier } from '../../testing/calls/verifiers.ts';
import { installPackages, installPrograms } from '../../testing/run/debian.ts';

let app: SandboxedApp;
let missing: string[];
beforeAll(async () => {
  missing = installPrograms({ python3: 'python3', go: 'golang-go' });
  if (spawnSync('python3', ['-c', 'import cryptography']).status !== 0) installPackages(['python3-cryptography']);
  app = await startSandboxedApp('alpha', { environment: CONSUMER_KEYS });
}, 600_000);
afterAll(() => app.close());

// If a program can't be installed this fails: an example that was not run proves nothing.
test.each([
  { program: 'python3', args: ['python.py'] },
  { program: 'go', args: ['run', 'main.go'] },
])('$program', { timeout: 180_000 }, async ({ program, args }) => {
  expect(missing).not.toContain(program);
  expect(await runExample(app, program, ...args)).toEqual(expectedOf(app));
});

test.each([
  { program: 'python3', args: ['verify.py'] },
  { program: 'go', args: ['run', 'verify/main.go'] },
])('the verifier of access: $program', { timeout: 180_000 }, async ({ program, args }) => {
  expect(missing).not.toContain(program);
  await tryVerifier(app, program, ...args);
});

const seed = Date.now() & 0x7fffffff;

test(`the consumer of the feed in Python agrees with GET access while webhooks are lost (seed ${seed})`, async () => {
  expect(missing).not.toContain('python3');
  const { wrong, reasons } = await followLife(app, { command: 'python3', file: 'feed.py', seed });
  expect(wrong).toEqual([]);
  expect([...reasons]).toEqual(expect.arrayContaining(['trialing', 'period_over']));
}, 240_000);
