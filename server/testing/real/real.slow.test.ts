import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultPlansFile } from '../../plans/readPlans.ts';
import { controlOf, type Truth } from '../../sandbox/testing.ts';
import { packageRoot } from '../../settings/packageRoot.ts';
import { startRelay } from '../company/relay.ts';
import { builtProgram } from '../run/programs.ts';
import { providersInTurn } from '../run/storey.ts';

const LIVE_KEY = 'sk_live_0123456789abcdef';
const WAIT_MS = 240_000;

interface Company {
  url: string;
  truth(): Promise<Truth>;
  close(): Promise<void>;
}

/** Runs one of our programs as a separate process and collects its output. */
function run(args: string[], environment: Record<string, string>) {
  const { PATH = '', HOME = '' } = process.env;
  const env = { ENV_FILE: '', PATH, HOME, ...environment };
  const child = spawn(process.execPath, args, { cwd: packageRoot(), env });
  const said = { out: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said.out += chunk;
    });
  }
  return { child, said };
}

/** Starts the provider: a sandbox in a separate process. */
async function startCompany(provider: string, secretKey: string): Promise<Company> {
  const dataDir = mkdtempSync(join(tmpdir(), 'real-company-'));
  const flags = { provider, port: '0', 'data-dir': dataDir, plans: defaultPlansFile, 'secret-key': secretKey };
  const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]);
  const { child, said } = run([builtProgram('sandbox-alone'), ...args], {});
  const url = await until(child, said, /listening on (\S+)/);
  return {
    url,
    truth: () => controlOf(() => url)<Truth>('GET', 'truth'),
    async close() {
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function until(child: ChildProcess, said: { out: string }, pattern: RegExp): Promise<string> {
  for (;;) {
    const found = pattern.exec(said.out)?.[1];
    if (found !== undefined) return found;
    if (child.exitCode !== null) throw new Error(said.out);
    await setTimeout(100);
  }
}

function startRun(provider: string, { url, key }: { url: string; key: string }, more: Record<string, string> = {}) {
  const prefix = provider.toUpperCase();
  const { child, said } = run([builtProgram('real'), '--provider', provider], {
    [`${prefix}_SECRET_KEY`]: key,
    [`${prefix}_API_URL`]: url,
    [`${prefix}_PRICE_STARTER_MONTH`]: 'price_starter_month',
    [`${prefix}_PRICE_PRO_MONTH`]: 'price_pro_month',
    [`${prefix}_PRICE_STARTER_ONE_TIME`]: 'price_starter_one_time',
    ...more,
  });
  const ended = once(child, 'exit').then(([code]) => ({ code: code as number | null, out: said.out }));
  return { child, ended };
}

describe.each(providersInTurn())('test:real at %s', (provider) => {
  const key = 'sk_of_a_trial_0123456789';
  let company: Company;
  beforeAll(async () => {
    company = await startCompany(provider, key);
  });
  afterAll(() => company.close());

  const expectNothingLeft = async () => {
    const { customers, subscriptions } = await company.truth();
    expect(customers.length).toBeGreaterThan(0);
    const deletes = provider !== 'beta';
    if (deletes) expect(customers.filter(({ deleted }) => !deleted)).toEqual([]);
    expect(subscriptions.filter(({ status }) => status !== 'canceled')).toEqual([]);
  };

  test('the six steps have the same results on both sides, and all records are removed', {
    timeout: WAIT_MS,
  }, async () => {
    const { code, out } = await startRun(provider, { url: company.url, key }).ended;
    expect([code, out]).toEqual([0, expect.stringContaining('All created records were removed.')]);
    expect(out).toContain('| step | sandbox says | company says |');
    for (const life of ['buy', 'refund', 'upgrade', 'cancel now', 'fail']) {
      expect(out).toMatch(new RegExp(`^\\| ${life} \\| (.+) \\| \\1 \\| same \\|$`, 'm'));
    }
    const renewal =
      provider === 'alpha' ? /\| renew \| .*the next period \| same/ : /\| renew \| not possible by API: /;
    expect(out).toMatch(renewal);
    await expectNothingLeft();
  });

  test('reports a failed step and removes its records', { timeout: WAIT_MS }, async () => {
    const gone = { [`${provider.toUpperCase()}_PRICE_PRO_MONTH`]: 'price_that_is_gone' };
    const { code, out } = await startRun(provider, { url: company.url, key }, gone).ended;
    expect([code, out]).toEqual([1, expect.stringContaining('All created records were removed.')]);
    expect(out).toMatch(/^\| upgrade \| (?:active|trialing), pro.* \| failed: .* \| FAILED \|$/m);
    await expectNothingLeft();
  });
});

describe('test:real', () => {
  const key = 'sk_of_a_trial_0123456789';

  test('removes the records created so far on Ctrl-C', { timeout: WAIT_MS }, async () => {
    const company = await startCompany('alpha', key);
    const { child, ended } = startRun('alpha', { url: company.url, key });
    while ((await company.truth()).subscriptions.length === 0 && child.exitCode === null) await setTimeout(20);
    child.kill('SIGINT');
    const { code, out } = await ended;
    expect([code, out]).toEqual([1, expect.stringContaining('All created records were removed.')]);
    expect(out).toContain('Stopped');
    const { customers, subscriptions } = await company.truth();
    await company.close();
    expect(customers.filter(({ deleted }) => !deleted)).toEqual([]);
    expect(subscriptions.filter(({ status }) => status !== 'canceled')).toEqual([]);
  });

  test('refuses a live key before it creates any record', { timeout: WAIT_MS }, async () => {
    const stripe = await startCompany('alpha', LIVE_KEY);
    const creem = await startCompany('beta', key);
    const live = await startRelay(creem.url);
    live.change('/v1/products/search', ({ status, json }) => {
      const items = (json.items as object[]).map((item) => ({ ...item, mode: 'prod' }));
      return { status, json: { ...json, items } };
    });
    const runs = [
      startRun('alpha', { url: stripe.url, key: LIVE_KEY }),
      startRun('beta', { url: live.url, key }),
    ] as const;
    const refused = await Promise.all(runs.map(({ ended }) => ended));
    const made = [...(await stripe.truth()).customers, ...(await creem.truth()).customers];
    for (const each of [live, stripe, creem]) await each.close();
    for (const { code, out } of refused)
      expect([code, out]).toEqual([1, expect.stringContaining('This is a live key')]);
    expect(made).toEqual([]);
  });
});
