import type { Page } from '../../../adapters/adapter.ts';
import type { Subscription } from '../../../database/generated/client.ts';
import { endedStatuses } from '../../records/subscription.ts';
import { syncCheckouts, unfinishedCheckout } from '../syncCheckouts.ts';
import { type CustomerRecords, compareCustomer, compareUnlinked } from './compareCustomer.ts';
import { compareMoney } from './compareMoney.ts';
import { endUnknown, unknownOf } from './endUnknown.ts';
import { pageStep } from './pageStep.ts';
import { nothing, type Step, type StepContext } from './step.ts';

const PAGE = 100;

/** Purchases whose webhooks were all lost: their customers aren't known yet, but their checkouts are. */
export function checkoutStep({ billing, adapter, run }: StepContext): Step<string> {
  const { provider } = adapter;
  // Only this provider's, at this run's pace.
  const paced = { ...billing, adapters: new Map([[provider, adapter]]) };
  return {
    async next(after) {
      if (run.userId !== null && after !== null) return [];
      const users = await billing.database.prisma.checkout.findMany({
        where: { ...unfinishedCheckout(), provider, userId: run.userId ?? { gt: after ?? '' } },
        distinct: ['userId'],
        select: { userId: true },
        orderBy: { userId: 'asc' },
        take: PAGE,
      });
      return users.map(({ userId }) => userId);
    },
    keyOf: (userId) => userId,
    async visit(userId) {
      await syncCheckouts(paced, userId);
      return nothing;
    },
    failure: () => ({ ...nothing, failed: 1 }),
  };
}

export function customerStep(context: StepContext): Step<CustomerRecords> {
  const { billing, adapter, run, slice } = context;
  const { customer, subscription } = billing.database.prisma;
  return {
    async next(after) {
      const customers = await customer.findMany({
        where: {
          provider: adapter.provider,
          deletedAt: null,
          ...(run.userId ? { userId: run.userId } : {}),
          id: { gt: after ?? slice.since, ...(slice.until === null ? {} : { lt: slice.until }) },
        },
        orderBy: { id: 'asc' },
        take: PAGE,
      });
      const customerId = { in: customers.map(({ id }) => id) };
      const records = await subscription.findMany({ where: { customerId } });
      return customers.map((one) => ({
        customer: one,
        records: records.filter((record) => record.customerId === one.id),
      }));
    },
    keyOf: ({ customer: { id } }) => id,
    async visit(found) {
      return { ...nothing, customers: 1, ...(await compareCustomer(context, found)) };
    },
    failure({ customer: { providerCustomerId, userId } }, reason) {
      const drift = { class: 'unreadable', ours: 'known', theirs: reason, fixed: false } as const;
      const drifts = [{ ...drift, providerSubscriptionId: '', providerCustomerId, userId }];
      return { ...nothing, customers: 1, failed: 1, drifts };
    },
  };
}

/** Subscriptions without a customer. */
export function unlinkedStep(context: StepContext): Step<Subscription> {
  const { billing, adapter, run } = context;
  const { provider } = adapter;
  const unlinked = { provider, customerId: null, status: { notIn: [...endedStatuses] } };
  return {
    next: (after) =>
      billing.database.prisma.subscription.findMany({
        where: { ...unlinked, userId: run.userId ?? undefined, id: { gt: after ?? '' } },
        orderBy: { id: 'asc' },
        take: PAGE,
      }),
    keyOf: ({ id }) => id,
    visit: async (record) => ({ ...nothing, ...(await compareUnlinked(context, record)) }),
    failure({ providerSubscriptionId, userId }, reason) {
      const drift = { class: 'unreadable', ours: 'known', theirs: reason, fixed: false } as const;
      return { ...nothing, failed: 1, drifts: [{ ...drift, providerSubscriptionId, providerCustomerId: '', userId }] };
    },
  };
}

/** What the provider's list says about money since the running periods began. The slice names the list. */
export function moneyStep(context: StepContext, list: string): Step<Page<Record<string, unknown>>> {
  const { adapter, run, slice, memory } = context;
  const olderReturns = run.trigger === 'restore';
  return pageStep({
    name: list,
    read: (cursor) => adapter.listMoney(list, { cursor, since: slice.since, olderReturns, memory }),
    visit: async (items) => ({ ...nothing, drifts: await compareMoney(context, items, run.userId) }),
  });
}

/** At the end of a run, when the number of unknown records is final: by customer, unlinked ones first. */
export function unknownStep(context: StepContext): Step<string> {
  const { prisma } = context.billing.database;
  return {
    async next(after) {
      const found = await prisma.drift.findMany({
        where: { ...unknownOf(context.run), providerCustomerId: after === null ? { gte: '' } : { gt: after } },
        distinct: ['providerCustomerId'],
        select: { providerCustomerId: true },
        orderBy: { providerCustomerId: 'asc' },
        take: PAGE,
      });
      return found.map(({ providerCustomerId }) => providerCustomerId ?? '');
    },
    keyOf: (providerCustomerId) => providerCustomerId,
    async visit(providerCustomerId) {
      await endUnknown(context, providerCustomerId);
      return nothing;
    },
    failure: () => ({ ...nothing, failed: 1 }),
  };
}
