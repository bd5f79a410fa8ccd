import { afterAll, beforeAll, expect, test } from 'vitest';
import { installPrograms } from '../../testing/debian.ts';
import { expectedOf, runExample } from '../../testing/runExample.ts';
import { type SandboxedApp, startSandboxedApp } from '../../testing/sandboxedApp.ts';

let app: SandboxedApp;
let missing: string[];
beforeAll(async () => {
  missing = installPrograms({ python3: 'python3', go: 'golang-go' });
  app = await startSandboxedApp('alpha');
}, 600_000);
afterAll(() => app.close());

// Where a program can't be installed this fails: an example that nobody ran proves nothing.
test.each([
  { program: 'python3', args: ['python.py'] },
  { program: 'go', args: ['run', 'main.go'] },
])('$program', { timeout: 180_000 }, async ({ program, args }) => {
  expect(missing).not.toContain(program);
  expect(await runExample(app, program, ...args)).toEqual(expectedOf(app));
});
