import type { AccessAnswer } from '../../billing/access/accessAnswer.ts';
import type { PaymentView } from '../../billing/records/payment.ts';
import type { SubscriptionView } from '../../billing/records/subscription.ts';
import type { SubscriptionDetails } from '../../billing/subscriptions/details.ts';
import { post } from './requests.ts';

/** A user with a session. */
export interface Buyer {
  cookie: string;
}

export interface CheckoutPage {
  url: string;
  sessionId: string;
}

/** The calls of a user's browser or program; every call rejects when the status is 400 or more. */
export interface BuyerCalls {
  /** Sends a GET or, with a body, a POST, signed in with `cookie`. */
  as<T = unknown>(cookie: string, path: string, body?: object): Promise<T>;
  /** Resolves to the data of a tRPC procedure; with an input the procedure is called as a mutation. */
  trpc<T = unknown>(buyer: Buyer, procedure: string, input?: object): Promise<T>;
  checkout(buyer: Buyer, wanted: object): Promise<CheckoutPage>;
  /** The specification's single subscription; null (not in the type) if there is none. */
  subscription(buyer: Buyer): Promise<SubscriptionView>;
  /** Subscriptions, live ones first. */
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

/** The payload of a JWT, without verification. */
export const payloadOf = <T = { access: AccessAnswer }>(token: string): T =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as T;
