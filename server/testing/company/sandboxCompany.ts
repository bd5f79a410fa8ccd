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

/** The sandbox of one provider. A test writes its books; it sends no webhooks about them. */
export interface SandboxCompany {
  /** What to pass as <PROVIDER>_API_URL. */
  url: string;
  /** Calls its control API (`sandbox/control/api.ts`). */
  control: ReturnType<typeof controlOf>;
  /** Writes the facts' records into its books. */
  know(...facts: Fact[]): Promise<void>;
  forget(named: { customers?: string[]; subscriptions?: string[] }): Promise<void>;
  /** Sets a fault of its API, until the next call. */
  api(fault: Omit<ApiFault, 'body'> & { body?: object }): Promise<void>;
  /** The calls to its API since `reset`, oldest first. */
  calls(): Promise<ApiCall[]>;
  /** Ends all faults and deletes the list of calls. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

type Opened = Pick<SandboxCompany, 'url' | 'control' | 'close'>;

/** A sandbox on a free port, with a folder of its own. */
export async function openSandbox(provider: Provider, options: Partial<SandboxOptions> = {}): Promise<Opened> {
  const dataDir = mkdtempSync(join(tmpdir(), 'company-'));
  const sandbox = await startSandbox({
    dialect: provider,
    host: '127.0.0.1',
    port: 0,
    dataDir,
    secretKey: 'sk_for_tests',
    webhookSecret: 'whsec_never_sent',
    webhookUrl: 'http://127.0.0.1:9',
    signatureHeader: dialectNamed(provider).signatureHeader,
    prices: [],
    ...options,
  });
  return {
    url: sandbox.url,
    control: controlOf(() => sandbox.url),
    async close() {
      await sandbox.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Runs no due actions and sends no webhooks, unless the options contain a `webhookUrl`. */
export async function startSandboxCompany(
  provider: Provider,
  options: Partial<SandboxOptions> = {},
): Promise<SandboxCompany> {
  const opened = await openSandbox(provider, options);
  const { control } = opened;
  const rest = options.webhookUrl ? { reset: true } : { reset: true, still: true, drop: 1 };
  await control('POST', 'switches', rest);
  return {
    ...opened,
    know: async (...facts) => void (await control('POST', 'facts', facts)),
    forget: async (named) => void (await control('POST', 'forget', named)),
    api: async (fault) => void (await control('POST', 'switches', { api: fault })),
    calls: async () => (await control<{ calls: ApiCall[] }>('GET', 'calls')).calls,
    async reset() {
      await control('POST', 'switches', rest);
      await control('DELETE', 'calls');
    },
  };
}

/** A sandbox for each provider, and the settings that connect a service to them. */
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

/**
 * The customer whose subscriptions a call lists: alpha has a parameter `customer`, beta a path, gamma `customer_id`.
 */
function listedCustomer({ path }: ApiCall): string | undefined {
  const { pathname, searchParams } = new URL(path, 'http://company');
  const [, , kind, id = '', what] = pathname.split('/').map(decodeURIComponent);
  if (kind === 'customers') return what === 'subscriptions' ? id : undefined;
  return searchParams.get('customer') ?? searchParams.get('customer_id') ?? undefined;
}

/** The customers whose subscriptions were listed. */
export const listedIn = (calls: readonly ApiCall[]) => calls.flatMap((call) => listedCustomer(call) ?? []);

/** Does `work` while a request of `ask` to the provider is unanswered. Resolves to the result of `ask`. */
export async function whileAsked<T>(
  { reset, api, calls }: SandboxCompany,
  ask: () => Promise<T>,
  work: () => Promise<unknown>,
): Promise<T> {
  await reset();
  await api({ mode: 'hold' });
  const asked = ask();
  await until('the provider has a request', async () => (await calls()).length > 0);
  await work();
  await api({ mode: 'ok' });
  return asked;
}
