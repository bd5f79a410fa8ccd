import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Price } from '../../adapters/adapter.ts';
import { isLoopback } from '../../adapters/addresses.ts';
import type { AdapterOptions } from '../../adapters/definition.ts';
import { adapterDefinitions, type ProviderName } from '../../adapters/index.ts';
import { type Catalogue, soldPlans } from '../../plans/catalogue.ts';
import { startSandbox } from '../../sandbox/index.ts';
import { readPrices } from '../../sandbox/prices.ts';
import type { Settings } from '../../settings/types.ts';
import type { Ground, Means } from './ground.ts';
import { alphaMeans } from './means/alpha.ts';
import { betaMeans } from './means/beta.ts';
import { gammaMeans } from './means/gamma.ts';

const means: Record<ProviderName, Means> = { alpha: alphaMeans, beta: betaMeans, gamma: gammaMeans };
const SECRET = 'sk_test_of_the_sandbox_0123456789';

interface Making {
  provider: ProviderName;
  plans: Catalogue;
  signal: AbortSignal;
  run: string;
}

/** The provider's test mode, by the settings. */
export function companyGround(making: Making, { providers }: Settings): Ground {
  const { secretKey = '', apiUrl, prices } = providers[making.provider];
  return groundOf('company', making, { secretKey, webhookSecrets: [], apiUrl, prices });
}

/** A temporary sandbox of our own. */
export async function sandboxGround(making: Making): Promise<Ground & { close(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'test-real-'));
  const prices = readPrices(making.plans.file);
  const sandbox = await startSandbox({
    dialect: making.provider,
    host: '127.0.0.1',
    port: 0,
    dataDir,
    secretKey: SECRET,
    webhookSecret: 'whsec_nobody_listens_0123456789',
    webhookUrl: 'http://127.0.0.1:9/',
    signatureHeader: adapterDefinitions[making.provider].defaultSignatureHeader,
    prices,
  });
  const ground = groundOf('sandbox', making, { secretKey: SECRET, webhookSecrets: [], apiUrl: sandbox.url, prices });
  return {
    ...ground,
    async close() {
      await sandbox.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function groundOf(name: Ground['name'], { provider, plans, signal, run }: Making, options: AdapterOptions): Ground {
  const adapter = adapterDefinitions[provider].create(options);
  return {
    name,
    adapter,
    means: means[provider],
    options,
    offers: offersOf(plans, options.prices),
    signal,
    run,
    undo: [],
  };
}

function offersOf(plans: Catalogue, prices: readonly Price[]): Ground['offers'] {
  const first = (plan: string, interval: string) =>
    prices.find((price) => price.plan === plan && price.interval === interval);
  const monthly = soldPlans(plans).flatMap(({ name }) => first(name, 'month') ?? []);
  const once = soldPlans(plans).flatMap(({ name }) => first(name, 'one_time') ?? []);
  return { low: monthly[0], high: monthly[1], once: once[0] };
}

/** Whether the provider's API is on this machine. */
export function isLocal({ options }: Ground): boolean {
  return options.apiUrl !== undefined && isLoopback(new URL(options.apiUrl));
}

/** Why this key must not be used for purchases; null: it is a test key, or the API is on this machine. */
export async function refusalOf(ground: Ground): Promise<string | null> {
  const { mode } = await ground.adapter.fetchAccount({ signal: ground.signal });
  if (mode === 'live') return 'This is a live key: the run would charge real cards. Set a test key';
  if (mode === null && !isLocal(ground)) return 'The provider does not confirm that this is a test key';
  return null;
}
