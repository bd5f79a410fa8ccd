import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashOfKey } from '../auth/callers/serviceKeys.ts';
import { main } from '../cli/billing.ts';
import { packageRoot } from '../settings/packageRoot.ts';
import { startSandboxedApp } from '../testing/app/sandboxedApp.ts';
import { type Issuer, startIssuer } from '../testing/logins/issuer.ts';
import { shapes } from '../testing/logins/tokenShapes.ts';

/** Every command of the page, as a reader would type it, with the settings that the page names. */

const run = promisify(execFile);
const page = readFileSync(join(packageRoot(), 'server/docs/beside-your-app.md'), 'utf8');
const [introduction = '', ...chapters] = page.split(/^## /m);
const blocksOf = (text: string, language: string) =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, block = '']) => block);

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

/** What a chapter's login reports about Ada. */
const claims: Record<string, JWTPayload> = {
  'Next.js with Clerk': { ...shapes.Clerk?.claims },
  'Rails with its own login': { sub: '42', aud: 'billing', email: 'ada-42@example.com' },
  'Go with Auth0': { ...shapes.Auth0?.claims },
  'Plain cookies': {},
};

test('the page has the four chapters, each with four steps', () => {
  expect(chapters.map((chapter) => chapter.split('\n')[0])).toEqual(Object.keys(claims));
  for (const chapter of chapters) expect(chapter.match(/^[1-4]\. /gm)).toHaveLength(4);
});

test('the command that creates a key exists in the command line', async () => {
  const [command = ''] = blocksOf(introduction, 'sh');
  const [program, args = ''] = command.trim().split(' -- ');
  expect(program).toBe('npm run --silent billing');
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  const io = { environment: {}, signal: new AbortController().signal, print, complain: print };
  expect(await main(args.split(' '), io)).toBe(0);
  expect(printed.join()).toMatch(/web:read\+write:[0-9a-f]{64}/);
});

test.each(chapters.map((chapter) => [chapter.split('\n')[0] ?? '', chapter]))('%s', async (name, chapter) => {
  const key = 'sk_beside';
  const settings = parseEnv(blocksOf(chapter, 'ini').join('\n').replaceAll('https://login.example.com', issuer.url));
  const environment = { ...settings, SERVICE_KEYS: `web:read+write:${hashOfKey(key)}` } as Record<string, string>;
  const app = await startSandboxedApp('alpha', { environment: environment });
  try {
    const token = await issuer.sign(claims[name] ?? {});
    const commands = blocksOf(chapter, 'sh');
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
