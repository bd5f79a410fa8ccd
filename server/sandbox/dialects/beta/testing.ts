import { startTestSandbox, type TestSandbox, type TestSandboxOptions, testPrices } from '../../testing.ts';

const trials: Record<string, number> = { price_pro_month: 0, price_pro_year: 30, price_starter_month: 7 };

/** A sandbox of this company; yearly Pro has a trial of 30 days, monthly Starter one of 7. */
export function startBeta(options: TestSandboxOptions = {}) {
  return startTestSandbox({
    dialect: 'beta',
    secretKey: 'creem_test_0123456789abcdef',
    webhookSecret: 'whsec_beta_0123456789',
    signatureHeader: 'beta-webhook-signature',
    prices: testPrices.map((price) => ({ ...price, trialDays: trials[price.id] ?? 0 })),
    ...options,
  });
}

export type Json = Record<string, unknown>;

export interface Answer {
  status: number;
  json: Json;
}

/** A call with the API key; the path includes the query. */
export async function call(sandbox: TestSandbox, request: string, body?: object): Promise<Answer> {
  const [method = 'GET', path = ''] = request.split(' ');
  const headers = { 'x-api-key': sandbox.options.secretKey, 'content-type': 'application/json' };
  const response = await fetch(sandbox.url + path, { method, headers, body: body && JSON.stringify(body) });
  return { status: response.status, json: (await response.json()) as Json };
}

export interface Purchase {
  product?: string;
  units?: number;
  email?: string;
  card?: string;
}

/** Creates a checkout over the API, pays it over the control API and waits for all webhooks. */
export async function buy(sandbox: TestSandbox, { product = 'price_pro_month', units, email, card }: Purchase = {}) {
  const { json: opened } = await call(sandbox, 'POST /v1/checkouts', {
    product_id: product,
    request_id: 'req_1',
    ...(units === undefined ? {} : { units }),
    customer: { email: email ?? 'ann@example.com' },
    success_url: 'https://shop.example/done?from=shop',
    metadata: { userId: 'ann' },
  });
  await sandbox.control('POST', `checkouts/${String(opened.id)}/pay`, card ? { number: card } : {});
  await sandbox.settle();
  const { json } = await call(sandbox, `GET /v1/checkouts?checkout_id=${String(opened.id)}`);
  return { checkout: json, id: idOf(json), customerId: idOf(json.customer), subscriptionId: idOf(json.subscription) };
}

export function idOf(object: unknown): string {
  return String((object as { id?: unknown } | undefined)?.id);
}

export interface SentEvent {
  id: string;
  eventType: string;
  created_at: number;
  object: Json & { last_transaction?: Json };
}

/** The events received since webhook number `from`. */
export function eventsOf(sandbox: TestSandbox, from = 0): SentEvent[] {
  return sandbox.received.slice(from).map(({ body }) => JSON.parse(body) as SentEvent);
}

export const typesOf = (sandbox: TestSandbox, from = 0) => eventsOf(sandbox, from).map(({ eventType }) => eventType);

/** Runs `work` and returns its events. */
export async function told(sandbox: TestSandbox, work: () => Promise<unknown>): Promise<SentEvent[]> {
  const from = sandbox.received.length;
  await work();
  await sandbox.settle();
  return eventsOf(sandbox, from);
}

/** Moves the clock to a minute after the end of the first subscription's current period. */
export async function moveToPeriodEnd(sandbox: TestSandbox): Promise<unknown> {
  const { now, subscriptions } = await sandbox.truth();
  const left = Date.parse(String(subscriptions[0]?.currentPeriodEnd)) - Date.parse(now);
  return sandbox.control('POST', 'clock', { seconds: Math.ceil(left / 1000) + 60 });
}
