import type { AccountCustomer, MoneyOptions, Page, ProviderSnapshot } from '../../account.ts';
import type { KnownPrice } from '../../adapter.ts';
import { type Fields, fields, fromIso, integer } from '../../read.ts';
import { toAccountCustomer } from '../../reading.ts';
import type { Send } from '../api.ts';
import { hasFailed, isPaid } from '../payment.ts';
import { listDisputes } from '../refund.ts';
import { toSubscription } from '../subscription.ts';

const PAGE_SIZE = 100;
const DAY_MS = 86_400_000;

interface Read extends Page<Fields> {
  readAt: string | null;
}

async function readPage(send: Send, path: string, cursor: string | undefined): Promise<Read> {
  const page = Number(cursor ?? 1);
  const query = new URLSearchParams({ sorting: '-created_at', page: `${page}`, limit: `${PAGE_SIZE}` });
  const { json, date } = await send('GET', `${path}?${query}`);
  const { items, pagination } = fields(json);
  if (!Array.isArray(items)) throw new Error('The provider answered without a list');
  const isLast = page >= (integer(fields(pagination).max_page) ?? page);
  return { items: items.map(fields), readAt: date, ...(isLast ? {} : { nextCursor: `${page + 1}` }) };
}

interface Listed {
  prices: readonly KnownPrice[];
  cursor: string | undefined;
}

export async function listAccountSubscriptions(
  send: Send,
  { prices, cursor }: Listed,
): Promise<Page<ProviderSnapshot>> {
  const { items, readAt, ...page } = await readPage(send, '/v1/subscriptions/', cursor);
  const read = items.flatMap((item) => {
    const subscription = toSubscription(item, { prices, warnings: [] });
    return subscription ? [{ subscription, readAt }] : [];
  });
  return { ...page, items: read };
}

export async function listAccountCustomers(send: Send, cursor: string | undefined): Promise<Page<AccountCustomer>> {
  const { items, readAt: _, ...page } = await readPage(send, '/v1/customers/', cursor);
  return { ...page, items: items.flatMap((item) => toAccountCustomer(item) ?? []) };
}

export const moneyLists = ['orders', 'refunds', 'disputes'];

export async function listMoney(send: Send, list: string, { since, cursor }: MoneyOptions): Promise<Page<Fields>> {
  if (list === 'disputes') return listDisputes(send, { cursor });
  const { items, readAt, nextCursor } = await readPage(send, `/v1/${list}/`, cursor);
  const isOld = ({ created_at }: Fields) => (fromIso(created_at) ?? since) < since;
  const toEvents = list === 'refunds' ? toRefundEvent : toOrderEvents;
  const events = items.filter((item) => !isOld(item)).flatMap((item) => toEvents(item, readAt));
  const last = items.at(-1);
  return last && isOld(last) ? { items: events } : { items: events, nextCursor };
}

const toRefundEvent = (data: Fields, readAt: string | null): Fields[] => [
  { type: 'refund.updated', timestamp: readAt ?? data.created_at, data },
];

function toOrderEvents(order: Fields, readAt: string | null): Fields[] {
  const data = ofItsPeriod(order);
  if (isPaid(order) !== true) {
    return hasFailed(order) ? [{ type: 'order.updated', timestamp: order.created_at, data }] : [];
  }
  const paidAt = order.status === 'paid' ? (order.modified_at ?? order.created_at) : order.created_at;
  const paid = { type: 'order.paid', timestamp: paidAt, data };
  if (!(integer(order.refunded_amount) ?? 0)) return [paid];
  return [paid, { type: 'order.refunded', timestamp: readAt ?? order.modified_at, data }];
}

/** An order shows its subscription as it is now: the period of an older one is not known any more. */
function ofItsPeriod(order: Fields): Fields {
  const start = fromIso(fields(order.subscription).current_period_start);
  const created = fromIso(order.created_at);
  const isOfPeriod = !start || !created || Date.parse(created) > Date.parse(start) - DAY_MS;
  return isOfPeriod ? order : { ...order, subscription: null };
}
