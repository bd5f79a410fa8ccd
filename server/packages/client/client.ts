import { type AccessOptions, type AccessResult, currentAccess, type HeldAccess } from './access.ts';
import { type Call, caller, type Fetch } from './call.ts';
import { type FeedOptions, type FeedPage, followChanges } from './feed.ts';
import type * as Api from './generated/types.ts';

export type { AccessResult } from './access.ts';

export interface ClientOptions extends AccessOptions {
  /** The service's address, as this program reaches it. */
  url: string;
  /** A service key of the service's `SERVICE_KEYS`; not needed for people's own tokens. */
  key?: string;
  /** Default: the platform's. */
  fetch?: Fetch;
  /** How long a call may take. Default: 10 s. */
  timeoutMs?: number;
}

/** For whom a call is made: a user whom the key names, or the owner of a token of your login or of the service. */
export type Person = { userId: string; email?: string } | { token: string };

export interface PersonCalls {
  /** Where the user pays. `successUrl`, `cancelUrl`: paths of the service, or addresses of its `REDIRECT_ORIGINS`. */
  checkout(order: Api.CheckoutRequest): Promise<Api.CheckoutSession>;
  /** The provider's page for cards, invoices and cancelling. 404 `No customer found` before the first purchase. */
  portal(request?: Api.PortalRequest): Promise<Api.PortalSession>;
  /** What the user may use now; only changed answers travel. See `AccessResult` for what happens while billing is away. */
  access(): Promise<AccessResult>;
  /** The latest subscription, or null. */
  subscription(): Promise<Api.Subscription | null>;
  /** All subscriptions, live ones first. */
  subscriptions(): Promise<Api.SubscriptionDetails[]>;
  /** A page of 25 payments, newest first; `cursor` of the page before gives the next, null is the end. */
  history(cursor?: string | null): Promise<Api.PaymentPage>;
  /** What a change would cost; nothing changes. */
  preview(change: Api.ChangeRequest): Promise<Api.ChangePreview>;
  /** Changes the plan, cancels, resumes, pauses. Pass the preview's `prorationDate` to be charged exactly its `dueNow`. */
  change(change: Api.ChangeRequest): Promise<Api.SubscriptionDetails>;
  /** A token for a page of this user, for ten minutes (service keys only). */
  embedToken(request?: Api.EmbedRequest): Promise<Api.EmbedToken>;
}

export interface BillingClient {
  as(person: Person): PersonCalls;
  /** What is sold; needs no key. */
  plans(): Promise<Api.PlanList>;
  /** The change feed; survives restarts of the service and of this program. Needs a key with the scope `changes`. */
  feed(options?: FeedOptions): AsyncGenerator<FeedPage, void, undefined>;
}

/** All methods reject with a BillingError. One client per program: it remembers answers of `access`. */
export function createClient({
  url,
  key,
  fetch = globalThis.fetch,
  timeoutMs = 10_000,
  ...access
}: ClientOptions): BillingClient {
  const call = caller({ url, fetch: (address, init) => fetch(address, init), timeoutMs });
  const held = new Map<string, HeldAccess>();
  const keyed: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  return {
    as(person) {
      const headers = headersOf(person, key);
      const name = 'token' in person ? `token ${person.token}` : `user ${person.userId}`;
      return { ...callsOf(call, headers), access: () => currentAccess({ call, headers, held, name, ...access }) };
    },
    plans: () => read<Api.PlanList>(call, '/api/payments/plans', {}),
    feed: (options = {}) => followChanges(call, keyed, options),
  };
}

function headersOf(person: Person, key: string | undefined): Record<string, string> {
  if ('token' in person) return { authorization: `Bearer ${person.token}` };
  if (key === undefined) throw new Error('A user is named by a service key only: createClient({ url, key })');
  const { userId, email } = person;
  return {
    authorization: `Bearer ${key}`,
    'x-user-id': userId,
    ...(email === undefined ? {} : { 'x-user-email': email }),
  };
}

function callsOf(call: Call, headers: Record<string, string>): Omit<PersonCalls, 'access'> {
  const get = <T>(path: string) => read<T>(call, `/api/payments/${path}`, headers);
  const post = async <T>(path: string, body: object) =>
    (await call({ path: `/api/payments/${path}`, headers, body })).body as T;
  return {
    checkout: (order) => post('checkout', order),
    portal: (request = {}) => post('portal', request),
    subscription: async () => (await get<Api.SubscriptionAnswer>('subscription')).subscription,
    subscriptions: async () => (await get<Api.SubscriptionList>('subscriptions')).subscriptions,
    history: (cursor) => get(cursor ? `history?cursor=${encodeURIComponent(cursor)}` : 'history'),
    preview: (change) => post('change/preview', change),
    change: async (change) => (await post<Api.ChangedSubscription>('change', change)).subscription,
    embedToken: (request = {}) => post('embed-token', request),
  };
}

async function read<T>(call: Call, path: string, headers: Record<string, string>): Promise<T> {
  return (await call({ path, headers })).body as T;
}
