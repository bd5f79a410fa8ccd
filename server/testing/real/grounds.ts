import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Price } from '../../adapters/adapter.ts';
import type { AdapterOptions } from '../../adapters/definition.ts';
import { adapterDefinitions, type ProviderName } from '../../adapters/index.ts';
import { isLoopback } from '../../billing/addresses.ts';
import { type Catalogue, soldPlans } from '../../billing/plans/catalogue.ts';
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

/** The company's test mode, as the settings name it. */
export function companyGround(making: Making, { providers }: Settings): Ground {
  const { secretKey = '', apiUrl, prices } = providers[making.provider];
  return groundOf('company', making, { secretKey, webhookSecrets: [], apiUrl, prices });
}

/** A sandbox of our own, for as long as this takes. */
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

/** Somebody on this machine answers as the company. */
export function isLocal({ options }: Ground): boolean {
  return options.apiUrl !== undefined && isLoopback(new URL(options.apiUrl));
}

/** Why nothing may be bought with this key; null: it is a key of test mode, or nobody's company answers. */
export async function refusalOf(ground: Ground): Promise<string | null> {
  const { mode } = await ground.adapter.fetchAccount({ signal: ground.signal });
  if (mode === 'live') return 'This is a live key: the lives would charge real cards. Set one of test mode';
  if (mode === null && !isLocal(ground)) return 'The company does not say that this is a key of test mode';
  return null;
}
