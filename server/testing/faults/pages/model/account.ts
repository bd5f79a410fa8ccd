import type { Truth } from '../../../../sandbox/testing.ts';
import type { Provider } from '../../../events/wire.ts';
import { addressOf } from '../../parts/market.ts';
import type { Account, Grant, Sold } from './books.ts';

/** A person, or an organisation. */
export interface Owner {
  owner: string;
  /** The operators' own list. */
  grants: Grant[];
}

export interface OwnAccount extends Account {
  customers: string[];
  /** All disputes, told or not. */
  raised: Truth['disputes'];
}

/** What the books say of one person or organisation. */
export function accountIn(truth: Truth, provider: Provider, { owner, grants }: Owner): OwnAccount {
  const customers = truth.customers.filter(({ email }) => email === addressOf(owner)).map(({ id }) => id);
  const isOwn = ({ customerId }: { customerId: string }) => customers.includes(customerId);
  const bills = truth.invoices.filter(isOwn);
  const raised = truth.disputes.filter(({ invoiceId }) => bills.some(({ id }) => id === invoiceId));
  const subscriptions: Sold[] = truth.subscriptions.filter(isOwn);
  const company = { endsAtOnce: provider === 'gamma', hidesTrials: provider === 'beta' };
  const disputes = told[provider](raised);
  return { customers, subscriptions, bills, disputes, grants, raised, ...company, now: Date.parse(truth.now) };
}

type Disputes = Truth['disputes'];

/** Creem never says how a dispute ended; Polar's are read by the reconcile, which does not run here. */
const told: Record<Provider, (raised: Disputes) => Disputes> = {
  alpha: (raised) => raised,
  beta: (raised) => raised.map((each) => ({ ...each, status: 'open' })),
  gamma: () => [],
};
