import { organisationFacts } from '../../../../client/views/organisation.ts';
import { type Statement, statementOf } from '../../../../client/views/statement/statement.ts';
import type { AccessView } from '../../../billing/access/currentAccess.ts';
import type { PaymentView } from '../../../billing/records/payment.ts';
import { type Reminder, reminderOf } from '../../../billing/reminders/reminderOf.ts';
import type { LiveSubscriptions, UsedSubscription } from '../../../billing/subscriptions/duplicates/listLive.ts';
import type { OrganisationView } from '../../../billing/subscriptions/own/organisation.ts';
import type { Subscription } from '../../../database/generated/client.ts';
import type { Caller, Market } from '../parts/market.ts';

/** The facts behind the sentences of one person's pages. */
export interface Said {
  access: AccessView;
  /** By the provider's id; what is live, or else what was had last. */
  statements: Map<string, Stated>;
  /** Of somebody who has no subscription and never had one. */
  bare: Statement | null;
  payments: PaymentView[];
  /** What a mail before a charge would say now, by the provider's id; null: none is sent. */
  reminders: Map<string, Reminder | null>;
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

const OWN = 'SELECT * FROM subscription WHERE "userId" = $1';
const REMINDED = { trial: 3, year: 30 };

async function readReminders(market: Market, owner: string, now: Date): Promise<Said['reminders']> {
  const rows = await market.rows<Subscription>(OWN, [owner]);
  return new Map(rows.map((row) => [row.providerSubscriptionId, reminderOf(row, { now, days: REMINDED })]));
}

interface Reader {
  owner: string;
  caller: Caller;
  now: Date;
}

/** Reads what the pages and the mails before a charge read, and states it as they do. */
export async function readPages(market: Market, { owner, caller: reader, now }: Reader): Promise<Said> {
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
    reminders: await readReminders(market, owner, now),
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
