import type { Page, ProviderSnapshot } from '../../../adapters/adapter.ts';
import { recordId } from '../../records/recordId.ts';
import { inTurns } from '../adopt/inTurns.ts';
import { supersedePages } from '../adopt/supersedePages.ts';
import { type CustomerDrift, compareListed, isLiveThere } from '../reconcile/compareCustomer.ts';
import { pageStep } from '../reconcile/pageStep.ts';
import { nothing, type Step, type Visited } from '../reconcile/step.ts';
import type { ImportContext } from './importContext.ts';

/** All subscriptions of the account, ended ones included, but those to the company's other products. */
export function takeSubscriptionsStep(context: ImportContext): Step<Page<ProviderSnapshot>> {
  const { adapter } = context;
  return pageStep({
    name: 'subscriptions',
    read: (cursor) => adapter.listAccountSubscriptions({ cursor }),
    visit: (items) =>
      takePage(
        context,
        items.filter(({ subscription }) => !subscription.isIgnored),
      ),
  });
}

async function takePage(context: ImportContext, items: readonly ProviderSnapshot[]): Promise<Visited> {
  const { billing, adapter } = context;
  const { provider } = adapter;
  const { prisma } = billing.database;
  const customerIdOf = ({ subscription }: ProviderSnapshot) =>
    recordId('customer', provider, subscription.providerCustomerId ?? '');
  const ids = items.map(({ subscription }) => recordId('subscription', provider, subscription.providerSubscriptionId));
  const [customers, records] = await Promise.all([
    prisma.customer.findMany({ where: { id: { in: items.map(customerIdOf) } } }),
    prisma.subscription.findMany({ where: { id: { in: ids } } }),
  ]);
  const visited: Visited = { ...nothing, drifts: [] };
  const newOwners = new Set<string>();
  await inTurns(items, async (item) => {
    const id = customerIdOf(item);
    const { providerCustomerId = '', providerSubscriptionId } = item.subscription;
    const userId = customers.find((one) => one.id === id)?.userId ?? context.owners.get(providerCustomerId);
    if (userId === undefined) return void visited.drifts.push(...ownerless(item));
    const snapshot = { readAt: item.readAt, subscription: { ...item.subscription, userId } };
    const found = await compareListed(context, { customer: { id, providerCustomerId, userId }, records }, snapshot);
    visited.drifts.push(...found.map((drift) => ({ ...drift, providerSubscriptionId })));
    visited.subscriptions += 1;
    if (isLiveThere(item)) visited.live += 1;
    if (isLiveThere(item) && found.some((drift) => drift.class === 'missing_here' && drift.fixed))
      newOwners.add(userId);
  });
  await endPages(context, [...newOwners]);
  return visited;
}

/** One that is paid, and nobody's here. What it is tells which customers matter. */
function ownerless(item: ProviderSnapshot): CustomerDrift[] {
  if (!isLiveThere(item)) return [];
  const { providerSubscriptionId, providerCustomerId = '', plan = '', interval = '', status = '' } = item.subscription;
  const drift = { class: 'no_owner', ours: null, theirs: `${plan} ${interval}, ${status}`, fixed: false } as const;
  return [{ ...drift, providerSubscriptionId, providerCustomerId, userId: null }];
}

/** Pay pages on which these users could buy what they have. */
async function endPages({ billing }: ImportContext, users: string[]): Promise<void> {
  const where = { userId: { in: users }, openKey: { not: null } };
  const open = await billing.database.prisma.checkout.findMany({ where, distinct: ['userId'] });
  for (const { userId } of open) await supersedePages(billing, userId);
}
