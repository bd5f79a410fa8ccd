import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A company of any of the three kinds that answers what one subscription is, and which ones a customer has. */
export interface ListingCompany {
  url: string;
  /** Subscriptions by id, as the company sends them, and whose they are. */
  subscriptions: Map<string, { customer: string; object: object }>;
  close(): Promise<void>;
}

export async function startListingCompany(): Promise<ListingCompany> {
  const subscriptions: ListingCompany['subscriptions'] = new Map();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://company');
    const answer = answerTo(url, subscriptions);
    const headers = { 'content-type': 'application/json', date: new Date().toUTCString() };
    const unknown = { error: { type: 'invalid_request_error', message: 'no such subscription' } };
    response.writeHead(answer ? 200 : 404, headers).end(JSON.stringify(answer ?? unknown));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, subscriptions, close };
}

/** Alpha lists by `customer`, beta below the customer's path, gamma by `customer_id`. */
function answerTo(url: URL, subscriptions: ListingCompany['subscriptions']): object | undefined {
  const { pathname, searchParams } = url;
  const [, , kind, id = '', what] = pathname.split('/').map(decodeURIComponent);
  const below = kind === 'customers' && what === 'subscriptions' ? id : undefined;
  const customer = searchParams.get('customer') ?? searchParams.get('customer_id') ?? below;
  if (customer === undefined) return subscriptions.get(searchParams.get('subscription_id') ?? id)?.object;
  const items = [...subscriptions.values()].filter((entry) => entry.customer === customer).map(({ object }) => object);
  return { object: 'list', data: items, has_more: false, items, pagination: { total_pages: 1, max_page: 1 } };
}
