import type { Page, ProviderSnapshot } from '../../../adapters/adapter.ts';
import { UNKNOWN_PLAN } from '../../../plans/planFile.ts';
import { askPrice, keepPlans, loadPrices } from '../prices/storedPrices.ts';
import { type CustomerDrift, isLiveThere } from '../reconcile/compareCustomer.ts';
import { pageStep } from '../reconcile/pageStep.ts';
import { nothing, type Step } from '../reconcile/step.ts';
import type { ImportContext } from './importContext.ts';

/** The prices of all live subscriptions: each that is in no list is asked for once, and named if that tells no plan. */
export function readPricesStep(context: ImportContext): Step<Page<ProviderSnapshot>> {
  const { adapter } = context;
  const asking = new Map<string, Promise<void>>();
  return pageStep({
    name: 'subscriptions',
    read: (cursor) => adapter.listAccountSubscriptions({ cursor }),
    async visit(items) {
      const drifts: CustomerDrift[] = [];
      for (const item of items.filter(isOdd)) {
        const { priceId } = item.subscription;
        if (priceId !== undefined && !asking.has(priceId)) asking.set(priceId, learn(context, priceId));
        if (priceId !== undefined) await asking.get(priceId);
        drifts.push(...unclassified(context, item));
      }
      return { ...nothing, drifts };
    },
  });
}

const isOdd = (item: ProviderSnapshot): boolean =>
  isLiveThere(item) && !item.subscription.isIgnored && item.subscription.plan === UNKNOWN_PLAN;

async function learn({ billing, adapter }: ImportContext, id: string): Promise<void> {
  const { prices } = billing;
  if (prices.stored(adapter.provider).some((price) => price.id === id)) return;
  await askPrice(billing, adapter, { id });
  await loadPrices(billing);
  await keepPlans(billing);
}

function unclassified({ billing, adapter }: ImportContext, { subscription }: ProviderSnapshot): CustomerDrift[] {
  const { providerSubscriptionId, providerCustomerId = '', priceId } = subscription;
  if (priceId !== undefined && billing.prices.classOf(adapter.provider, priceId).class !== 'unclassified') return [];
  const drift = { class: 'price', ours: null, theirs: priceId ?? 'no price', fixed: false } as const;
  return [{ ...drift, providerSubscriptionId, providerCustomerId, userId: null }];
}

/** Why the run imports nothing; null: every live subscription's price is ours or another product's. */
export async function whyRefused({ billing, run }: ImportContext): Promise<string | null> {
  const { drift } = billing.database.prisma;
  const found = await drift.findMany({ where: { runId: run.id, class: 'price' }, distinct: ['theirs'] });
  if (found.length === 0) return null;
  const name = run.provider.toUpperCase();
  return (
    `Nothing was imported: live subscriptions have ${found.length} price${found.length === 1 ? '' : 's'} whose plan is ` +
    `unknown. List each in ${name}_PRICE_<PLAN>_<INTERVAL>, or in ${name}_PRICE_IGNORE if it is another product's`
  );
}
