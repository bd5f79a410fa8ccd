import type { SandboxPrice } from '../../../sandbox/options.ts';
import type { controlOf } from '../../../sandbox/testing.ts';
import { openSandbox } from '../../company/sandboxCompany.ts';
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
  const sandbox = await openSandbox(provider, {
    webhookUrl,
    prices: sold,
    secretKey: SECRET_KEY,
    webhookSecret: SECRET,
    repeatDelaysMs: [200, 400, 800, 1_600],
  });
  const { control } = sandbox;
  const counts = async () => {
    const { deliveries } = await control<{ deliveries: Record<string, number> }>('GET', 'state');
    const told = Object.values(deliveries).reduce((sum, number) => sum + number, 0);
    return { told, dropped: deliveries.dropped ?? 0 };
  };
  return {
    ...sandbox,
    counts,
    subscriptions: async () => (await control<{ subscriptions: SubscriptionSnapshot[] }>('GET', 'truth')).subscriptions,
  };
}
