import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A company of any of the three kinds that answers what one subscription is, and which ones a customer has. */
export interface ListingCompany {
  url: string;
  /** Subscriptions by id, as the company sends them, and whose they are. */
  subscriptions: Map<string, { customer: string; object: object }>;
  /** Customers that it doesn't know, and those of which it says that they were deleted; it knows all others. */
  unknown: Set<string>;
  deleted: Set<string>;
  /** Whose key it is. */
  account: string;
  /** Calls so far, oldest first. */
  calls: { at: number; url: URL }[];
  /** Sees each call first; the call goes on when it resolves to false. */
  intercept(url: URL, response: ServerResponse): Promise<boolean> | boolean;
  close(): Promise<void>;
}

export async function startListingCompany(): Promise<ListingCompany> {
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://company');
    company.calls.push({ at: performance.now(), url });
    if (await company.intercept(url, response)) return;
    const answer = answerTo(url, company);
    const unknown = { error: { type: 'invalid_request_error', message: 'no such thing' } };
    sendJson(response, answer ? 200 : 404, answer ?? unknown);
  });
  const company: ListingCompany = {
    url: '',
    subscriptions: new Map(),
    unknown: new Set(),
    deleted: new Set(),
    account: 'acct_1',
    calls: [],
    intercept: () => false,
    close() {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  company.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return company;
}

export function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', date: new Date().toUTCString() });
  response.end(JSON.stringify(body));
}

/** Whose subscriptions a call lists; alpha lists by `customer`, beta below the customer's path, gamma by `customer_id`. */
export function listedCustomer({ pathname, searchParams }: URL): string | undefined {
  const [, , kind, id = '', what] = pathname.split('/').map(decodeURIComponent);
  if (kind === 'customers') return what === 'subscriptions' ? id : undefined;
  return searchParams.get('customer') ?? searchParams.get('customer_id') ?? undefined;
}

function answerTo(url: URL, company: ListingCompany): object | undefined {
  const { pathname, searchParams } = url;
  const [, , kind, id = ''] = pathname.split('/').map(decodeURIComponent);
  const { account, subscriptions } = company;
  const customer = listedCustomer(url);
  if (customer !== undefined) return listed(subscriptions, customer);
  if (kind === 'customers') return customerOf(company, searchParams.get('customer_id') ?? id);
  if (kind === 'account') return { id: account, object: 'account' };
  if (kind === 'organizations') return { items: [{ id: account }], pagination: { max_page: 1 } };
  if (kind === 'products') return { items: [{ id: account, mode: 'test' }] };
  return subscriptions.get(searchParams.get('subscription_id') ?? id)?.object;
}

function listed(subscriptions: ListingCompany['subscriptions'], customer: string): object {
  const items = [...subscriptions.values()].filter((entry) => entry.customer === customer).map(({ object }) => object);
  return { object: 'list', data: items, has_more: false, items, pagination: { total_pages: 1, max_page: 1 } };
}

function customerOf({ unknown, deleted }: ListingCompany, id: string): object | undefined {
  if (unknown.has(id)) return undefined;
  return deleted.has(id) ? { id, deleted: true, deleted_at: '2026-11-21T08:00:00Z' } : { id };
}
