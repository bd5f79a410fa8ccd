import { addressMark } from '../../billing/access/trials/trialMark.ts';
import type { Truth } from '../../sandbox/testing.ts';
import type { TestApp } from '../app/app.ts';
import type { Person } from '../app/people.ts';
import type { Buyer, CheckoutPage } from '../calls/buyerCalls.ts';

/** The input of the hosted page; by default a valid card. */
interface Payment {
  /** A card number, `none` or `bank_debit` (see the table in `sandbox/control/api.ts`). */
  number?: string;
  email?: string;
  code?: string;
  taxId?: string;
}

interface Paid {
  outcome: string;
  /** Absent: a purchase without a subscription. */
  subscriptionId: string;
}

/** Purchases at the sandbox, and the sandbox's own books. */
export interface Purchases {
  /** Pays on the hosted page; the webhooks may still be pending. */
  payPage(sessionId: string, payment?: Payment): Promise<Paid>;
  /** Pays like `payPage`, and waits until the webhooks are applied. */
  pay(sessionId: string, payment?: Payment): Promise<Paid>;
  /** Starts a checkout and pays it like `pay`. */
  buy(buyer: Buyer, wanted: object, payment?: Payment): Promise<CheckoutPage & Paid>;
  /** Uses up the buyer's free trial: later subscriptions are charged at once. */
  spendTrial(buyer: Buyer, plan?: string): Promise<void>;
  /** Creates a user with a paid subscription, without a trial. */
  signUpPaying(wanted: { plan: string; interval?: string; quantity?: number }): Promise<Person>;
  truth(): Promise<Truth>;
  /** The provider's records of the customers with this address. */
  truthOf(person: { email: string }): Promise<Pick<Truth, 'customers' | 'subscriptions' | 'invoices'>>;
}

interface Reach extends Pick<TestApp, 'as' | 'checkout' | 'signUp' | 'deps'> {
  control<T>(method: string, path: string, body?: object): Promise<T>;
  settle(): Promise<void>;
}

export function purchases({ as, checkout, signUp, deps, control, settle }: Reach): Purchases {
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
      // As if another account had had a trial with this address. At Creem the trial belongs to the product.
      const mark = addressMark(deps.billing.trialMark, person.email);
      if (deps.settings.provider === 'beta') await spendTrial(person, wanted.plan);
      else await deps.billing.database.prisma.trialMark.create({ data: { mark, kind: 'address' } });
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

/** The subscriptions that are live at the provider. */
export const liveOf = ({ subscriptions }: Pick<Truth, 'subscriptions'>) =>
  subscriptions.filter(({ status }) => status !== 'canceled');
