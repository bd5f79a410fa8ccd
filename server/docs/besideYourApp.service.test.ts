import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashOfKey } from '../auth/callers/serviceKeys.ts';
import { main } from '../cli/billing.ts';
import { packageRoot } from '../settings/packageRoot.ts';
import { startSandboxedApp } from '../testing/app/sandboxedApp.ts';
import { type Issuer, startIssuer } from '../testing/logins/issuer.ts';
import { at, chapterNames, chapters, keyCommand } from '../testing/recipes/page.ts';

/** Every command of the page, as a reader would type it, with the settings that the page names. */

const run = promisify(execFile);
let issuer: Issuer;
let folder: string;
beforeAll(async () => {
  issuer = await startIssuer();
  folder = mkdtempSync(join(tmpdir(), 'beside-'));
});
afterAll(async () => {
  await issuer.close();
  rmSync(folder, { recursive: true, force: true });
});

test('the page has the four chapters, each with four steps', () => {
  expect(chapters.map(({ name }) => name)).toEqual(chapterNames);
  for (const { text } of chapters) expect(text.match(/^[1-4]\. /gm)).toHaveLength(4);
});

test('the command that creates a key exists in the command line', async () => {
  const [program, args = ''] = keyCommand.trim().split(' -- ');
  expect(program).toBe('npm run --silent billing');
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  const io = { environment: {}, signal: new AbortController().signal, print, complain: print };
  expect(await main(args.split(' '), io)).toBe(0);
  expect(printed.join()).toMatch(/web:read\+write:[0-9a-f]{64}/);
});

test.each(chapters)('$name', async (chapter) => {
  const key = 'sk_beside';
  const { settings, commands, claims } = at(chapter, { app: 'http://app.example.com', login: issuer.url });
  const environment = { ...settings, SERVICE_KEYS: `web:read+write:${hashOfKey(key)}` };
  const app = await startSandboxedApp('alpha', { environment });
  try {
    const token = await issuer.sign(claims);
    expect(commands.length).toBeGreaterThanOrEqual(3);
    const variables = Object.entries({ BILLING_URL: app.url, BILLING_KEY: key, TOKEN: token });
    const typed = commands.join('\n').replaceAll('cookies.txt', join(folder, 'cookies.txt'));
    const script = [...variables.map(([variable, value]) => `${variable}='${value}'`), typed].join('\n');
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], { cwd: packageRoot() });
    expect(stdout).toContain(app.sandboxUrl);
    expect(stdout).not.toContain('"error"');
  } finally {
    await app.close();
  }
});
