import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What the company does wrong: statuses, silence, a broken connection, an answer that is cut, not JSON or without its address. */
export const faults = ['500', '429', '401', 'hang', 'reset', 'cut', 'html', 'no_url', 'redirect'] as const;
export type Fault = (typeof faults)[number] | 'slow' | 'none';

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
  /** Checkout sessions by id, as Stripe's objects. */
  sessions: Map<string, Record<string, unknown>>;
  /** Ids of customers that the company has deleted. */
  deletedCustomers: Set<string>;
  /** The requests that would make a checkout session. */
  checkouts(): CompanyRequest[];
  /** The requests that would make a customer. */
  customers(): CompanyRequest[];
  close(): Promise<void>;
}

export const SLOW_MS = 1_000;

interface Answer {
  status: number;
  json: object;
}

/** A provider company on loopback that speaks as much of Stripe's API as checkout and portal need. */
export async function startCompany(): Promise<Company> {
  const server = createServer(
    { keepAliveTimeout: 65_000 },
    (request, response) => void serve(company, request, response),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const company: Company = {
    url: `http://127.0.0.1:${port}`,
    fault: 'none',
    requests: [],
    sessions: new Map(),
    deletedCustomers: new Set(),
    checkouts: () => company.requests.filter(({ path, method }) => method === 'POST' && path === CHECKOUTS),
    customers: () => company.requests.filter(({ path, method }) => method === 'POST' && path === CUSTOMERS),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return company;
}

const CHECKOUTS = '/v1/checkout/sessions';
const CUSTOMERS = '/v1/customers';

async function serve(company: Company, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const key = request.headers['idempotency-key'];
  const received = {
    method: request.method ?? '',
    path: (request.url ?? '').split('?')[0] ?? '',
    form: Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString())),
    at: Date.now(),
    idempotencyKey: typeof key === 'string' ? key : undefined,
  };
  company.requests.push(received);
  const { fault } = company;
  if (fault === 'hang') return;
  if (fault === 'reset') return void response.socket?.destroy();
  if (fault === 'slow') await sleep(SLOW_MS);
  respond(response, fault, answerOnce(company, received));
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

const kept = new WeakMap<Company, Map<string, Answer>>();

/** As Stripe does: the first answer to an idempotency key, failures of the company included, is the answer to it for ever. */
function answerOnce(company: Company, request: CompanyRequest): Answer {
  const answers = kept.get(company) ?? new Map<string, Answer>();
  kept.set(company, answers);
  const before = request.idempotencyKey && answers.get(request.idempotencyKey);
  if (before) return before;
  const answer = refusal(company.fault) ?? answerTo(company, request);
  if (request.idempotencyKey && answer.status !== 429) answers.set(request.idempotencyKey, answer);
  return answer;
}

function refusal(fault: Fault): Answer | null {
  if (!['500', '429', '401'].includes(fault)) return null;
  const message = 'the company says no to 4242424242424242';
  return { status: Number(fault), json: { error: { type: 'api_error', code: 'sorry', message } } };
}

function answerTo(company: Company, { method, path, form }: CompanyRequest): Answer {
  const [, id] = /^\/v1\/checkout\/sessions\/(\w+)$/.exec(path) ?? [];
  if (id) return { status: 200, json: { id, object: 'checkout.session', ...company.sessions.get(id) } };
  if (method === 'POST' && path === CUSTOMERS) return { status: 200, json: { id: `cus_made_${++made}` } };
  const [, customer] = /^\/v1\/customers\/(\w+)$/.exec(path) ?? [];
  if (customer) return { status: 200, json: { id: customer, deleted: company.deletedCustomers.has(customer) } };
  if (method === 'POST' && path === CHECKOUTS) return newSession(company);
  if (method === 'POST' && path === '/v1/billing_portal/sessions') {
    const flow = form['flow_data[type]'] ? 'change' : 'portal';
    return { status: 200, json: withUrl(company, { id: 'bps_1', url: `https://pay.example.com/${flow}` }) };
  }
  const [, subscription] = /^\/v1\/subscriptions\/(\w+)$/.exec(path) ?? [];
  if (subscription) return { status: 200, json: subscriptionObject(subscription) };
  return { status: 404, json: { error: { type: 'invalid_request_error', message: 'no such thing' } } };
}

let made = 0;

function newSession(company: Company): Answer {
  made += 1;
  const id = `cs_${made}`;
  company.sessions.set(id, { status: 'open' });
  return { status: 200, json: withUrl(company, { id, status: 'open', url: `https://pay.example.com/${id}` }) };
}

function withUrl({ fault }: Company, json: Record<string, string>): object {
  return fault === 'no_url' ? { ...json, url: null } : json;
}

function subscriptionObject(id: string): object {
  const price = { id: 'price_starter_month', currency: 'usd', unit_amount: 490, recurring: { interval: 'month' } };
  return { id, status: 'active', customer: 'cus_1', items: { data: [{ id: 'si_1', quantity: 1, price }] } };
}
