import type { FoundCustomer, ListOptions } from './calls.ts';
import type { SubscriptionResult } from './results.ts';

export interface Page<T> {
  items: T[];
  /** Opaque; absent on the last page. */
  nextCursor?: string;
}

/** A customer as the account's own lists show it. */
export interface AccountCustomer extends FoundCustomer {
  /** null: none, or unknown. */
  email: string | null;
  /** The company's own, which no buyer can write. */
  metadata: Record<string, unknown>;
}

/** The provider snapshot of a subscription. */
export interface ProviderSnapshot {
  subscription: SubscriptionResult & { kind: 'state' };
  /** The provider's clock when it answered (its `Date` header), ISO 8601; null when it sent none. */
  readAt: string | null;
}

export interface MoneyOptions extends ListOptions {
  /** ISO 8601: what is older is left out. */
  since: string;
  /** What was returned since then of an older payment is listed, too, where only the payment tells it. */
  olderReturns?: boolean;
  /** The same object for all pages of a run; absent: what pages have in common is read again. */
  memory?: MoneyMemory;
}

/** What the pages of a list need of another list. */
export interface MoneyMemory {
  /** Invoices by the id of what paid them, since the same time. */
  invoices?: Map<string, string>;
  /** By the provider's id. */
  subscriptions?: Map<string, Record<string, unknown>>;
}

/** Reads everything that the account holds, a hundred objects in a call. None of these calls changes anything. */
export interface AccountCalls {
  /** All of the account, ended ones included. */
  listAccountSubscriptions(options?: ListOptions): Promise<Page<ProviderSnapshot>>;
  /** Deleted ones are left out. */
  listAccountCustomers(options?: ListOptions): Promise<Page<AccountCustomer>>;
  /** The names of the lists below, in the order in which they must be read: payments before what was returned. */
  readonly moneyLists: readonly string[];
  /**
   * Payments, or what was returned of them, newest first: each as an event that says its present state. An open charge
   * that failed is a payment.
   */
  listMoney(list: string, options: MoneyOptions): Promise<Page<Record<string, unknown>>>;
}
