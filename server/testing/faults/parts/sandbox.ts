import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dialectNamed } from '../../../sandbox/dialects/index.ts';
import { startSandbox } from '../../../sandbox/index.ts';
import type { SandboxPrice } from '../../../sandbox/options.ts';
import { controlOf } from '../../../sandbox/testing.ts';
import { type Provider, unitAmounts } from '../../events/wire.ts';
import type { SubscriptionSnapshot } from '../webhooks/driftExpected.ts';
import { SECRET, SECRET_KEY } from './service.ts';

/** The sandbox as the provider of a service in another process. */
export interface CompanyProcess {
  url: string;
  control: ReturnType<typeof controlOf>;
  subscriptions(): Promise<SubscriptionSnapshot[]>;
  /** The number of its deliveries, and how many of them it dropped. */
  counts(): Promise<{ told: number; dropped: number }>;
  close(): Promise<void>;
}

/** Its prices by default. */
export const prices: SandboxPrice[] = Object.entries(unitAmounts).flatMap(([plan, amount]) =>
  (['month', 'year'] as const).map((interval) => ({
    id: `price_${plan}_${interval}`,
    plan,
    label: plan,
    interval,
    currency: 'usd',
    amount: interval === 'year' ? amount * 10 : amount,
  })),
);

export async function startCompanySandbox(
  provider: Provider,
  webhookUrl: string,
  sold: SandboxPrice[] = prices,
): Promise<CompanyProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'faults-company-'));
  const sandbox = await startSandbox({
    dialect: provider,
    host: '127.0.0.1',
    port: 0,
    dataDir,
    webhookUrl,
    prices: sold,
    secretKey: SECRET_KEY,
    webhookSecret: SECRET,
    signatureHeader: dialectNamed(provider).signatureHeader,
    repeatDelaysMs: [200, 400, 800, 1_600],
  });
  const control = controlOf(() => sandbox.url);
  const counts = async () => {
    const { deliveries } = await control<{ deliveries: Record<string, number> }>('GET', 'state');
    const told = Object.values(deliveries).reduce((sum, number) => sum + number, 0);
    return { told, dropped: deliveries.dropped ?? 0 };
  };
  return {
    url: sandbox.url,
    control,
    counts,
    subscriptions: async () => (await control<{ subscriptions: SubscriptionSnapshot[] }>('GET', 'truth')).subscriptions,
    async close() {
      await sandbox.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
