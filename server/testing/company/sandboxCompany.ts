import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiCall } from '../../sandbox/control/calls.ts';
import { dialectNamed } from '../../sandbox/dialects/index.ts';
import { type SandboxOptions, startSandbox } from '../../sandbox/index.ts';
import { controlOf } from '../../sandbox/testing.ts';
import type { ApiFault } from '../../sandbox/webhooks/records.ts';
import type { Fact } from '../../sandbox/wordEvent.ts';
import type { Provider } from '../events/wire.ts';
import { until } from '../run/until.ts';

/** The sandbox as the company of one provider, whose books a test writes itself and which tells nobody. */
export interface SandboxCompany {
  /** What to pass as <PROVIDER>_API_URL. */
  url: string;
  /** A call of its control API (`sandbox/control/api.ts`). */
  control: ReturnType<typeof controlOf>;
  /** Writes what the facts tell into its books. */
  know(...facts: Fact[]): Promise<void>;
  forget(named: { customers?: string[]; subscriptions?: string[] }): Promise<void>;
  /** What its API does instead of answering, until it is told otherwise. */
  api(fault: Omit<ApiFault, 'body'> & { body?: object }): Promise<void>;
  /** Of its API, oldest first, since `reset`. */
  calls(): Promise<ApiCall[]>;
  /** Takes back all faults, and forgets the calls. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** Nothing falls due there, and no webhook is sent, unless the options name another address. */
export async function startSandboxCompany(
  provider: Provider,
  { webhookUrl, ...options }: Partial<SandboxOptions> = {},
): Promise<SandboxCompany> {
  const dataDir = mkdtempSync(join(tmpdir(), 'company-'));
  const sandbox = await startSandbox({
    dialect: provider,
    host: '127.0.0.1',
    port: 0,
    dataDir,
    secretKey: 'sk_for_tests',
    webhookSecret: 'whsec_never_sent',
    webhookUrl: webhookUrl ?? 'http://127.0.0.1:9',
    signatureHeader: dialectNamed(provider).signatureHeader,
    prices: [],
    ...options,
  });
  const control = controlOf(() => sandbox.url);
  const rest = webhookUrl ? { reset: true } : { reset: true, still: true, drop: 1 };
  await control('POST', 'switches', rest);
  return {
    url: sandbox.url,
    control,
    know: async (...facts) => void (await control('POST', 'facts', facts)),
    forget: async (named) => void (await control('POST', 'forget', named)),
    api: async (fault) => void (await control('POST', 'switches', { api: fault })),
    calls: async () => (await control<{ calls: ApiCall[] }>('GET', 'calls')).calls,
    async reset() {
      await control('POST', 'switches', rest);
      await control('DELETE', 'calls');
    },
    async close() {
      await sandbox.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** One for each provider, and the settings with which a service has them. */
export interface SandboxCompanies extends Record<Provider, SandboxCompany> {
  environment: Record<string, string>;
  close(): Promise<void>;
}

export async function startSandboxCompanies(options: Partial<SandboxOptions> = {}): Promise<SandboxCompanies> {
  const [alpha, beta, gamma] = await Promise.all([
    startSandboxCompany('alpha', options),
    startSandboxCompany('beta', options),
    startSandboxCompany('gamma', options),
  ]);
  return {
    alpha,
    beta,
    gamma,
    environment: { ALPHA_API_URL: alpha.url, BETA_API_URL: beta.url, GAMMA_API_URL: gamma.url },
    close: async () => void (await Promise.all([alpha, beta, gamma].map((company) => company.close()))),
  };
}

/** Whose subscriptions a call lists; alpha lists by `customer`, beta below the customer's path, gamma by `customer_id`. */
function listedCustomer({ path }: ApiCall): string | undefined {
  const { pathname, searchParams } = new URL(path, 'http://company');
  const [, , kind, id = '', what] = pathname.split('/').map(decodeURIComponent);
  if (kind === 'customers') return what === 'subscriptions' ? id : undefined;
  return searchParams.get('customer') ?? searchParams.get('customer_id') ?? undefined;
}

/** Whose subscriptions were listed. */
export const listedIn = (calls: readonly ApiCall[]) => calls.flatMap((call) => listedCustomer(call) ?? []);

/** Does the work while the company is asked something and has not answered yet. Resolves to what came of the asking. */
export async function whileAsked<T>(
  { reset, api, calls }: SandboxCompany,
  ask: () => Promise<T>,
  work: () => Promise<unknown>,
): Promise<T> {
  await reset();
  await api({ mode: 'hold' });
  const asked = ask();
  await until('the company is asked', async () => (await calls()).length > 0);
  await work();
  await api({ mode: 'ok' });
  return asked;
}
