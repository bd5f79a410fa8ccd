import { conflictSentences } from '../../billing/subscriptions/changes/conflicts.ts';
import { type Catalogue, typicalPlan } from '../../plans/catalogue.ts';
import { version } from '../../settings/version.ts';

const SUBSCRIPTION = {
  id: 'sub_5XcS3vYHn0qS6cJ1',
  userId: 'user_42',
  customerId: 'cus_9mBq1kZ0vXyT4uWe',
  provider: 'alpha',
  providerSubscriptionId: 'sub_1Q2w3E4r',
  status: 'active',
  interval: 'month',
  amount: '9.90',
  currency: 'usd',
  currentPeriodStart: '2026-11-01T00:00:00.000Z',
  currentPeriodEnd: '2026-12-01T00:00:00.000Z',
  cancelAtPeriodEnd: false,
  canceledAt: null,
  trialStart: null,
  trialEnd: null,
  createdAt: '2026-11-01T00:00:07.000Z',
  updatedAt: '2026-11-01T00:00:09.000Z',
};

const PAYMENT = {
  id: 'pay_7Yt2wQ',
  userId: 'user_42',
  customerId: SUBSCRIPTION.customerId,
  subscriptionId: SUBSCRIPTION.id,
  provider: 'alpha',
  providerPaymentId: 'in_1Q2w3E4r',
  type: 'subscription',
  status: 'succeeded',
  amount: '9.90',
  amountRefunded: '0.00',
  amountDiscounted: null,
  currency: 'usd',
  description: 'One month',
  priceId: 'price_1Q2w3E4r',
  periodStart: '2026-11-01T00:00:00.000Z',
  periodEnd: '2026-12-01T00:00:00.000Z',
  invoiceUrl: 'https://pay.example.com/invoices/in_1Q2w3E4r.pdf',
  receiptUrl: 'https://pay.example.com/receipts/in_1Q2w3E4r',
  actionUrl: null,
  writtenOff: null,
  returnedAt: null,
  createdAt: '2026-11-01T00:00:08.000Z',
  updatedAt: '2026-11-01T00:00:08.000Z',
};

const HEALTH = {
  process: 'up',
  database: 'up',
  migrations: 'applied',
  refetches: { waiting: 0, oldestSeconds: 0 },
  selling: 'on',
  version,
};

/** What a 503 of it says: here, of a database that is away. */
export const UNREADY = { ...HEALTH, database: 'down', migrations: null, refetches: null };

const SMALL = {
  Live: { process: 'up' },
  Received: { received: true },
  SignUpRequest: { name: 'Ada', email: 'ada@example.com', password: 'long enough for you' },
  SignInRequest: { email: 'ada@example.com', password: 'long enough for you' },
  AccountError: { error: 'Invalid email or password', code: 'INVALID_EMAIL_OR_PASSWORD' },
  SignedIn: { user: { id: 'user_42', email: 'ada@example.com', emailVerified: false } },
  PublicKeys: {
    keys: [
      { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo', kid: '2026-11', alg: 'EdDSA' },
    ],
  },
};

export type Examples = Record<string, object>;

/** One example per schema of the document, by name; the tests keep them valid. */
export function examplesOf(plans: Catalogue): Examples {
  const { name: plan, features } = typicalPlan(plans);
  const subscription = { ...SUBSCRIPTION, plan };
  const access = {
    userId: 'user_42',
    plan,
    reason: 'active',
    until: '2026-12-01T00:00:00.000Z',
    endsAt: '2026-12-04T00:00:00.000Z',
    features,
    seats: 1,
    asOf: '2026-11-22T12:00:00.000Z',
  };
  const money = { amountKnown: true, amountDiscounted: '3.00', discountUntil: '2027-02-01T00:00:00.000Z' };
  const states = { paused: false, collectionPaused: false, scheduledChange: null };
  const details = { ...subscription, ...money, taxIncluded: null, seats: 1, ...states };
  return {
    ...SMALL,
    CheckoutRequest: { plan, interval: 'month', successUrl: '/dashboard?checkout=success' },
    PortalRequest: { returnUrl: '/dashboard' },
    ChangeRequest: { kind: 'cancel_at_period_end' },
    EmbedRequest: { origin: 'https://app.example.com', can: 'change' },
    Error: { error: 'Unauthorized' },
    ChangeConflict: {
      error: 'Plan change not possible',
      conflict: { reason: 'same_plan', until: null, message: conflictSentences().same_plan },
    },
    CheckoutSession: { url: 'https://pay.example.com/c/cs_1Q2w3E4r', sessionId: 'cs_1Q2w3E4r' },
    SubscriptionAnswer: { subscription },
    SubscriptionList: { subscriptions: [details] },
    ChangedSubscription: { subscription: details },
    PaymentPage: { payments: [{ ...PAYMENT, plan }], cursor: null },
    PortalSession: { url: 'https://pay.example.com/p/bps_1Q2w3E4r' },
    Health: HEALTH,
    EmbedToken: { token: 'eyJhbGciOiJFZERTQSIsInR5cCI6ImJpbGxpbmctZW1iZWQrand0In0', expiresAt: access.asOf },
    ChangesPage: {
      changes: [{ cursor: 'Zm9vYmFyYmF6.7', userId: 'user_42', at: '2026-11-22T11:59:58.000Z', access }],
      cursor: 'Zm9vYmFyYmF6.7',
    },
    AccessAnswer: {
      access,
      token: 'eyJhbGciOiJFZERTQSIsInR5cCI6ImJpbGxpbmctYWNjZXNzK2p3dCJ9.eyJzdWIiOiJ1c2VyXzQyIn0.c2lnbmF0dXJl',
    },
    ChangePreview: {
      dueNow: '0.00',
      dueNext: '0.00',
      currency: 'usd',
      effectiveAt: '2026-12-01T00:00:00.000Z',
      nextAt: null,
      about: false,
      taxIncluded: { dueNow: null, dueNext: null },
      prorationDate: null,
      paidTime: null,
      replaces: null,
    },
  };
}

interface Call {
  method: string;
  path: string;
  body?: { schema: string | null; required: boolean };
  auth: string;
}

/** The call as a shell command, made by a service. */
export function curlOf({ method, path, body, auth }: Call, examples: Examples, baseUrl: string): string {
  const isKeyed = auth === 'session' || auth === 'service' || auth === 'key';
  const key = isKeyed ? [`-H "Authorization: Bearer $BILLING_KEY"`] : [];
  const headers = isKeyed && auth !== 'key' ? [...key, `-H 'x-user-id: user_42'`] : key;
  const example = body?.schema ? examples[body.schema] : undefined;
  const sent = example ? [`-H 'content-type: application/json'`, `-d '${JSON.stringify(example)}'`] : [];
  const verb = method === 'get' ? [] : [`-X ${method.toUpperCase()}`];
  return [['curl', ...verb, `${baseUrl}${path}`].join(' '), ...headers, ...sent].join(' \\\n  ');
}
