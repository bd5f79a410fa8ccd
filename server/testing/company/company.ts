import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultPlansFile } from '../../plans/readPlans.ts';
import { readPrices } from '../../sandbox/prices.ts';
import type { Fact } from '../../sandbox/wordEvent.ts';
import { openSandbox } from './sandboxCompany.ts';

/**
 * The provider's faults: error statuses, no response, a broken connection, a response that is cut, not JSON or has no
 * URL.
 */
export const faults = ['500', '429', '401', 'hang', 'reset', 'cut', 'html', 'no_url', 'redirect'] as const;
/** `402`: every write is answered with a declined card. */
export type Fault = (typeof faults)[number] | '402' | 'slow' | 'none';

export interface CompanyRequest {
  method: string;
  path: string;
  /** The form's fields by their bracketed names. */
  form: Record<string, string>;
  idempotencyKey: string | undefined;
  /** Milliseconds since 1970. */
  at: number;
}

export interface Company {
  /** What to pass as ALPHA_API_URL. */
  url: string;
  fault: Fault;
  requests: CompanyRequest[];
  /** Checkout sessions that were created, and the fields to override in responses about them. */
  sessions: Map<string, Record<string, unknown>>;
  /** The requests to create a checkout session. */
  checkouts(): CompanyRequest[];
  /** The requests to create a customer. */
  customers(): CompanyRequest[];
  /** Forgets fault, requests and sessions. */
  reset(): void;
  close(): Promise<void>;
}

const SLOW_MS = 300;
const prices = readPrices(defaultPlansFile);
/** The URL of a portal page; each call returns a new one. */
export const PORTAL_PAGE = /^https:\/\/pay\.example\.com\/portal\/\w+$/;
const KEY = 'sk_of_the_sandbox_0123456789';
const CHECKOUTS = '/v1/checkout/sessions';
const CUSTOMERS = '/v1/customers';

interface Answer {
  status: number;
  json: object;
}

interface Ground {
  company: Company;
  /** The first response for each idempotency key. */
  kept: Map<string, Promise<Answer>>;
  sandboxUrl: string;
  know(fact: Fact): Promise<unknown>;
  /** By id: what writes it into the sandbox's books. A second request about the same id waits for the first's. */
  known: Map<string, Promise<unknown>>;
}

/**
 * Starts the sandbox as provider alpha behind a proxy, which records requests, simulates faults and creates unknown
 * ids.
 */
export async function startCompany(): Promise<Company> {
  const sandbox = await openSandbox('alpha', { secretKey: KEY, prices, publicUrl: 'https://pay.example.com' });
  const { control } = sandbox;
  await control('POST', 'switches', { drop: 1 });
  const server = createServer(
    { keepAliveTimeout: 65_000 },
    (request, response) => void serve(ground, request, response).catch(() => response.destroy()),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const made = (path: string) =>
    company.requests.filter((request) => request.path === path && request.method === 'POST');
  const company: Company = {
    url: `http://127.0.0.1:${port}`,
    fault: 'none',
    requests: [],
    sessions: new Map(),
    checkouts: () => made(CHECKOUTS),
    customers: () => made(CUSTOMERS),
    reset() {
      company.fault = 'none';
      company.requests.length = 0;
      company.sessions.clear();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await sandbox.close();
    },
  };
  const know = (fact: Fact) => control('POST', 'facts', fact);
  const ground: Ground = { company, kept: new Map(), sandboxUrl: sandbox.url, know, known: new Map() };
  return company;
}

async function serve(ground: Ground, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { company } = ground;
  const body = Buffer.concat(await request.toArray()).toString();
  const key = request.headers['idempotency-key'];
  const url = request.url ?? '';
  company.requests.push({
    method: request.method ?? '',
    path: url.split('?')[0] ?? '',
    form: Object.fromEntries(new URLSearchParams(body)),
    at: Date.now(),
    idempotencyKey: typeof key === 'string' ? key : undefined,
  });
  const received = company.requests.at(-1) as CompanyRequest;
  const { fault } = company;
  if (fault === 'hang') return;
  if (fault === 'reset') return void response.socket?.destroy();
  if (fault === 'slow') await sleep(SLOW_MS);
  respond(response, fault, await answerOnce(ground, received, { url, body }));
}

function respond(response: ServerResponse, fault: Fault, { status, json }: Answer): void {
  const text = JSON.stringify(json);
  const headers = { 'content-type': 'application/json', 'request-id': 'req_1' };
  if (fault === 'redirect') return void response.writeHead(302, { location: '/elsewhere' }).end();
  if (fault === 'html')
    return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Soon back</html>');
  if (fault === 'cut') {
    response.writeHead(200, { ...headers, 'content-length': text.length }).write(text.slice(0, 20));
    setTimeout(() => response.socket?.destroy(), 20);
    return;
  }
  response.writeHead(status, headers).end(text);
}

interface Sent {
  url: string;
  body: string;
}

/** Repeats the first response for an idempotency key, server errors included, as Stripe does. */
async function answerOnce(ground: Ground, request: CompanyRequest, sent: Sent): Promise<Answer> {
  const { idempotencyKey: key = '' } = request;
  const first = ground.kept.get(key);
  if (first) return first;
  const refused = refusal(ground.company.fault, request);
  const answer = refused ? Promise.resolve(refused) : ask(ground, request, sent);
  if (key !== '' && refused?.status !== 429) ground.kept.set(key, answer);
  return answer;
}

function refusal(fault: Fault, { method }: CompanyRequest): Answer | null {
  const refuses = ['500', '429', '401'].includes(fault) || (fault === '402' && method === 'POST');
  if (!refuses) return null;
  const message = 'the company says no to 4242424242424242';
  return { status: Number(fault), json: { error: { type: 'api_error', code: 'sorry', message } } };
}

async function ask(ground: Ground, request: CompanyRequest, { url, body }: Sent): Promise<Answer> {
  const { company, sandboxUrl } = ground;
  const { method, path } = request;
  const fault = company.fault;
  await letExist(ground, request);
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/x-www-form-urlencoded' };
  const response = await fetch(sandboxUrl + url, { method, headers, ...(body === '' ? {} : { body }) });
  const json = (await response.json()) as Record<string, unknown>;
  if (method === 'POST' && path === CHECKOUTS && response.ok) company.sessions.set(String(json.id), {});
  const said = company.sessions.get(String(json.id)) ?? {};
  const lost = fault === 'no_url' && 'url' in json ? { url: null } : {};
  return { status: response.status, json: { ...json, ...said, ...lost } };
}

/** Creates the customer or subscription that a request names, unless it exists. */
async function letExist({ know, known }: Ground, { method, path, form }: CompanyRequest): Promise<void> {
  const [, kind, id = ''] = /^\/v1\/(customers|subscriptions)\/(\w+)$/.exec(path) ?? [];
  const named = Object.entries(form).find(([name]) => /^flow_data\[\w+\]\[subscription\]$/.test(name))?.[1];
  const subscriptionId = kind === 'subscriptions' && method === 'GET' ? id : named;
  const customerId = kind === 'customers' && method === 'GET' ? id : form.customer;
  const name = `${subscriptionId} of ${customerId}`;
  if (!subscriptionId && !customerId) return;
  const written = known.get(name) ?? know(factOf(subscriptionId, customerId));
  known.set(name, written);
  await written;
}

function factOf(subscriptionId: string | undefined, customerId = 'cus_1'): Fact {
  const at = Date.now();
  const [price] = prices as [Fact['price']];
  return {
    id: '',
    type: subscriptionId ? 'subscription.updated' : 'customer.updated',
    at,
    price,
    customer: { id: customerId, email: 'somebody@example.com' },
    ...(subscriptionId
      ? { subscription: { id: subscriptionId, status: 'active', periodStart: at, periodEnd: at + 30 * 86_400_000 } }
      : {}),
  };
}
