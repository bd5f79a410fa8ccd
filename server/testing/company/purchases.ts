import type { Truth } from '../../sandbox/testing.ts';
import type { TestApp } from '../app/app.ts';
import type { Person } from '../app/people.ts';
import type { Buyer, CheckoutPage } from '../calls/buyerCalls.ts';

/** How the hosted page is filled in; by default with a card that works. */
interface Payment {
  /** A card's, or `none` or `bank_debit` (see the table in `sandbox/control/api.ts`). */
  number?: string;
  email?: string;
  code?: string;
  taxId?: string;
}

interface Paid {
  outcome: string;
  /** Absent: nothing was subscribed to. */
  subscriptionId: string;
}

/** Buying at the sandbox, and what its own books hold afterwards. */
export interface Purchases {
  /** Pays on the hosted page; the webhooks may still be on their way. */
  payPage(sessionId: string, payment?: Payment): Promise<Paid>;
  /** As `payPage`; waits until the service knows. */
  pay(sessionId: string, payment?: Payment): Promise<Paid>;
  /** A checkout, and its page paid as by `pay`. */
  buy(buyer: Buyer, wanted: object, payment?: Payment): Promise<CheckoutPage & Paid>;
  /** The trial is had and ended: from now on the buyer pays from the first day. */
  spendTrial(buyer: Buyer, plan?: string): Promise<void>;
  /** Somebody new, without a trial. */
  signUpPaying(wanted: { plan: string; interval?: string; quantity?: number }): Promise<Person>;
  truth(): Promise<Truth>;
  /** What the company holds under that address. */
  truthOf(person: { email: string }): Promise<Pick<Truth, 'customers' | 'subscriptions' | 'invoices'>>;
}

interface Reach extends Pick<TestApp, 'as' | 'checkout' | 'signUp'> {
  control<T>(method: string, path: string, body?: object): Promise<T>;
  settle(): Promise<void>;
}

export function purchases({ as, checkout, signUp, control, settle }: Reach): Purchases {
  const payPage: Purchases['payPage'] = (sessionId, payment = {}) =>
    control('POST', `checkouts/${sessionId}/pay`, payment);
  const pay: Purchases['pay'] = async (sessionId, payment) => {
    const paid = await payPage(sessionId, payment);
    await settle();
    return paid;
  };
  const buy: Purchases['buy'] = async (buyer, wanted, payment) => {
    const page = await checkout(buyer, wanted);
    return { ...page, ...(await pay(page.sessionId, payment)) };
  };
  const spendTrial: Purchases['spendTrial'] = async (buyer, plan = 'pro') => {
    await buy(buyer, { plan });
    await as(buyer.cookie, '/api/payments/change', { kind: 'cancel_now' });
    await settle();
  };
  const truth = () => control<Truth>('GET', 'truth');
  return {
    payPage,
    pay,
    buy,
    spendTrial,
    async signUpPaying(wanted) {
      const person = await signUp();
      await spendTrial(person, wanted.plan);
      await buy(person, wanted);
      return person;
    },
    truth,
    async truthOf({ email }) {
      const all = await truth();
      const customers = all.customers.filter((each) => each.email === email);
      const isOwn = ({ customerId }: { customerId: string }) => customers.some(({ id }) => id === customerId);
      return { customers, subscriptions: all.subscriptions.filter(isOwn), invoices: all.invoices.filter(isOwn) };
    },
  };
}

/** At the company. */
export const liveOf = ({ subscriptions }: Pick<Truth, 'subscriptions'>) =>
  subscriptions.filter(({ status }) => status !== 'canceled');
