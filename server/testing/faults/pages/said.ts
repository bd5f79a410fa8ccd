import { organisationFacts } from '../../../../client/views/organisation.ts';
import { type Statement, statementOf } from '../../../../client/views/statement/statement.ts';
import type { AccessView } from '../../../billing/access/currentAccess.ts';
import type { PaymentView } from '../../../billing/records/payment.ts';
import type { LiveSubscriptions, UsedSubscription } from '../../../billing/subscriptions/duplicates/listLive.ts';
import type { OrganisationView } from '../../../billing/subscriptions/own/organisation.ts';
import type { Caller, Market } from '../parts/market.ts';

/** The facts behind the sentences of one person's pages. */
export interface Said {
  access: AccessView;
  /** By the provider's id; what is live, or else what was had last. */
  statements: Map<string, Stated>;
  /** Of somebody who has no subscription and never had one. */
  bare: Statement | null;
  payments: PaymentView[];
  /** null: the reader is a member of none. */
  organisation: { used: string | null; paid: Map<string, Stated> } | null;
}

export interface Stated {
  statement: Statement;
  subscription: UsedSubscription;
}

const PAGE = 50;
const LIST = { moved: true, limit: PAGE };
const READ = {
  'subscription.live': {},
  'subscription.access': {},
  'payments.list': LIST,
  'subscription.organisation': {},
};
type Answers = [LiveSubscriptions, AccessView, { payments: PaymentView[] }, OrganisationView | null];

/** Reads what the pages read, and states it as they do. */
export async function readPages(market: Market, reader: Caller): Promise<Said> {
  const [own, access, payments, organisation] = await market.query<Answers>(reader, READ);
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
    organisation: organisation && saidOf(organisation, account.now),
  };
}

function saidOf(view: OrganisationView, now: Date): NonNullable<Said['organisation']> {
  const { used, paid } = organisationFacts(view, now);
  const all = view.billing ? [...view.billing.live, ...view.billing.awaited] : [];
  const stated = all.flatMap((subscription) => {
    const statement = paid.find(({ id }) => id === subscription.id)?.statement;
    return statement ? [[subscription.providerSubscriptionId, { subscription, statement }] as const] : [];
  });
  return { used, paid: new Map(stated) };
}
