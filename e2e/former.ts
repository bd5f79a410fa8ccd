import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { end } from './service.ts';

const root = join(import.meta.dirname, '..');
const READY_WITHIN_MS = 60_000;
const KEY = 'sk_of_the_former_company_0123';
const SECRET = 'whsec_of_the_former_company_0123';

/** A former provider: a sandbox with alpha's protocol that keeps running while the service restarts. */
export interface FormerCompany {
  url: string;
  /** The service's settings while the provider drains. */
  settings: Record<string, string>;
  control(path: string, body: object): Promise<void>;
  /** Calls its own API with a form. Resolves to the id in the response. */
  call(path: string, form: Record<string, string>): Promise<string>;
  close(): Promise<void>;
}

export async function startFormerCompany(webhookUrl: string): Promise<FormerCompany> {
  const dataDir = await mkdtemp(join(tmpdir(), 'former-company-'));
  const named = { '--port': '0', '--data-dir': dataDir, '--webhook-url': webhookUrl };
  const keys = { '--secret-key': KEY, '--webhook-secret': SECRET, '--plans': 'server/plans/plans.yaml' };
  const args = Object.entries({ '--provider': 'alpha', ...named, ...keys }).flat();
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/sandbox/main.ts', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => reject(new Error(`The sandbox was not ready in time:\n${output}`)), READY_WITHIN_MS);
    child.once('exit', (code) => reject(new Error(`The sandbox ended with ${code}:\n${output}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk;
      const [, found] = /listening on (\S+)/.exec(output) ?? [];
      if (!found) return;
      clearTimeout(timer);
      resolve(found);
    });
  });
  const prices = ['STARTER', 'PRO', 'ENTERPRISE'].map((plan) => [
    `ALPHA_PRICE_${plan}_MONTH`,
    `price_${plan}_month`.toLowerCase(),
  ]);
  const send = async (path: string, headers: Record<string, string>, body: string) => {
    const response = await fetch(url + path, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as { id: string };
  };
  return {
    url,
    settings: {
      ALPHA_API_URL: url,
      ALPHA_SECRET_KEY: KEY,
      ALPHA_WEBHOOK_SECRET: SECRET,
      ...Object.fromEntries(prices),
    },
    async control(path, body) {
      const headers = { 'x-sandbox': '1', 'content-type': 'application/json' };
      await send(`/_sandbox/${path}`, headers, JSON.stringify(body));
    },
    async call(path, form) {
      const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/x-www-form-urlencoded' };
      return (await send(path, headers, new URLSearchParams(form).toString())).id;
    },
    async close() {
      await end(child, 'SIGTERM');
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
