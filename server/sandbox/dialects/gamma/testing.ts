import { startTestSandbox, type TestSandbox, type TestSandboxOptions } from '../../testing.ts';

export function startGamma(options: TestSandboxOptions = {}) {
  return startTestSandbox({
    dialect: 'gamma',
    secretKey: 'polar_oat_0123456789abcdef',
    webhookSecret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    signatureHeader: 'x-signature',
    ...options,
  });
}

export type Json = Record<string, unknown>;

export interface Answer {
  status: number;
  headers: Headers;
  json: Json;
}

/** A call with the access token; the path includes the query. An empty response is read as {}. */
export async function call(sandbox: TestSandbox, request: string, body?: object): Promise<Answer> {
  const [method = 'GET', path = ''] = request.split(' ');
  const headers = { authorization: `Bearer ${sandbox.options.secretKey}`, 'content-type': 'application/json' };
  const init = { method, headers, redirect: 'manual', ...(body && { body: JSON.stringify(body) }) } as const;
  const response = await fetch(sandbox.url + path, init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, json: text === '' ? {} : (JSON.parse(text) as Json) };
}

/** Creates a checkout over the API; `fields` override the defaults. */
export async function open(sandbox: TestSandbox, fields: Json = {}): Promise<Json> {
  const { status, json } = await call(sandbox, 'POST /v1/checkouts/', {
    products: ['price_pro_month'],
    external_customer_id: 'ann',
    customer_email: 'ann@example.com',
    metadata: { userId: 'ann' },
    success_url: 'https://shop.example/done?id={CHECKOUT_ID}',
    return_url: 'https://shop.example/back',
    ...fields,
  });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(json)}`);
  return json;
}

/** Creates a checkout over the API, pays it over the control API and waits for all webhooks. */
export async function buy(sandbox: TestSandbox, fields: Json = {}, card?: string) {
  const { id } = await open(sandbox, fields);
  await sandbox.control('POST', `checkouts/${String(id)}/pay`, card ? { number: card } : {});
  await sandbox.settle();
  const { json: checkout } = await call(sandbox, `GET /v1/checkouts/${String(id)}`);
  return { checkout, customerId: String(checkout.customer_id), subscriptionId: String(checkout.subscription_id) };
}

export interface SentEvent {
  type: string;
  timestamp: string;
  data: Json;
}

export function eventsOf(sandbox: TestSandbox, from = 0): SentEvent[] {
  return sandbox.received.slice(from).map(({ body }) => JSON.parse(body) as SentEvent);
}

/** Runs `work` and returns its events. */
export async function told(sandbox: TestSandbox, work: () => Promise<unknown>): Promise<SentEvent[]> {
  const from = sandbox.received.length;
  await work();
  await sandbox.settle();
  return eventsOf(sandbox, from);
}

export const typesOf = (events: { type: string }[]) => events.map(({ type }) => type);

/** The data of the event of this type; throws when there is none. */
export function dataOf(events: SentEvent[], type: string): Json {
  const found = events.find((event) => event.type === type);
  if (!found) throw new Error(`No ${type} among ${typesOf(events).join(', ')}`);
  return found.data;
}

/** Moves the clock to a minute after the end of the first subscription's current period. */
export async function moveToPeriodEnd(sandbox: TestSandbox): Promise<unknown> {
  const { now, subscriptions } = await sandbox.truth();
  const left = Date.parse(String(subscriptions[0]?.currentPeriodEnd)) - Date.parse(now);
  return sandbox.control('POST', 'clock', { seconds: Math.ceil(left / 1000) + 60 });
}

let people = 0;

/** A new buyer with an unused id and email address. */
export function someone() {
  people += 1;
  return { external_customer_id: `person${people}`, customer_email: `person${people}@example.com` };
}

/** The first problem of a call that must be refused with 422; throws for any other response. */
export async function problemOf(sandbox: TestSandbox, request: string, body?: object): Promise<Json> {
  const { status, json } = await call(sandbox, request, body);
  const [problem] = Array.isArray(json.detail) ? (json.detail as Json[]) : [];
  if (status === 422 && json.error === 'RequestValidationError' && problem) return problem;
  throw new Error(`${request} answered ${status} ${JSON.stringify(json)}`);
}
