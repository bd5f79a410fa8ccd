import type { AccessAnswer } from '../../billing/access/accessAnswer.ts';
import type { PaymentView } from '../../billing/records/payment.ts';
import type { SubscriptionView } from '../../billing/records/subscription.ts';
import type { SubscriptionDetails } from '../../billing/subscriptions/details.ts';
import { post } from './requests.ts';

/** Whoever has a session. */
export interface Buyer {
  cookie: string;
}

export interface CheckoutPage {
  url: string;
  sessionId: string;
}

/** What a user's browser or program asks; every call rejects on an answer of 400 or more. */
export interface BuyerCalls {
  /** A GET, or with a body a POST, signed in with `cookie`. */
  as<T = unknown>(cookie: string, path: string, body?: object): Promise<T>;
  /** The data that a tRPC procedure returns; with an input it is called as a mutation. */
  trpc<T = unknown>(buyer: Buyer, procedure: string, input?: object): Promise<T>;
  checkout(buyer: Buyer, wanted: object): Promise<CheckoutPage>;
  /** The specification's one subscription: null, which the type leaves out, where there is none. */
  subscription(buyer: Buyer): Promise<SubscriptionView>;
  /** Live ones first. */
  subscriptions(buyer: Buyer): Promise<SubscriptionDetails[]>;
  access(buyer: Buyer): Promise<AccessAnswer>;
  /** Payments, newest first. */
  history(buyer: Buyer): Promise<PaymentView[]>;
}

export function buyerCalls(call: (path: string, init: RequestInit) => Promise<Response>): BuyerCalls {
  const as: BuyerCalls['as'] = async <T>(cookie: string, path: string, body?: object) => {
    const response = await call(path, body ? post(body, cookie) : { headers: { cookie } });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
    return JSON.parse(text) as T;
  };
  const rest = <T>({ cookie }: Buyer, path: string, body?: object) => as<T>(cookie, `/api/payments/${path}`, body);
  return {
    as,
    trpc: async <T>({ cookie }: Buyer, procedure: string, input?: object) =>
      (await as<{ result: { data: T } }>(cookie, `/api/trpc/${procedure}`, input)).result.data,
    checkout: (buyer, wanted) => rest(buyer, 'checkout', wanted),
    subscription: async (buyer) => (await rest<{ subscription: SubscriptionView }>(buyer, 'subscription')).subscription,
    subscriptions: async (buyer) =>
      (await rest<{ subscriptions: SubscriptionDetails[] }>(buyer, 'subscriptions')).subscriptions,
    access: async (buyer) => (await rest<{ access: AccessAnswer }>(buyer, 'access')).access,
    history: async (buyer) => (await rest<{ payments: PaymentView[] }>(buyer, 'history')).payments,
  };
}
