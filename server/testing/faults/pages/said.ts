import { type Statement, statementOf } from '../../../../client/views/statement/statement.ts';
import type { AccessView } from '../../../billing/access/currentAccess.ts';
import type { PaymentView } from '../../../billing/records/payment.ts';
import type { LiveSubscriptions, UsedSubscription } from '../../../billing/subscriptions/duplicates/listLive.ts';
import type { Market } from '../parts/market.ts';

/** The facts behind the sentences of one person's pages. */
export interface Said {
  access: AccessView;
  /** By the provider's id; what is live, or else what was had last. */
  statements: Map<string, Stated>;
  /** Of somebody who has no subscription and never had one. */
  bare: Statement | null;
  payments: PaymentView[];
}

export interface Stated {
  statement: Statement;
  subscription: UsedSubscription;
}

const PAGE = 50;

/** Reads what the pages read, and states it as they do. */
export async function readPages(market: Market, owner: string): Promise<Said> {
  const list = { moved: true, limit: PAGE };
  const asked = { 'subscription.live': {}, 'subscription.access': {}, 'payments.list': list };
  const [own, access, payments] = await market.query<[LiveSubscriptions, AccessView, { payments: PaymentView[] }]>(
    owner,
    asked,
  );
  const present = [...own.live, ...own.awaited];
  const shown = present.length > 0 || !own.latest ? present : [own.latest];
  const account = { access, asked: own.asked, now: new Date(access.asOf) };
  const statements = shown.map(
    (subscription) =>
      [subscription.providerSubscriptionId, { subscription, statement: statementOf(subscription, account) }] as const,
  );
  return {
    access,
    statements: new Map(statements),
    bare: shown.length === 0 ? statementOf(null, account) : null,
    payments: payments.payments,
  };
}
