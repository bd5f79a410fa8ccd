import type { AccountCustomer, MoneyMemory, MoneyOptions, Page, ProviderSnapshot } from '../../account.ts';
import type { KnownPrice } from '../../adapter.ts';
import { type Fields, fields, idOf, integer } from '../../read.ts';
import { toAccountCustomer } from '../../reading.ts';
import type { Send } from '../api.ts';
import { isPaid, time } from '../payment.ts';
import { toSubscription } from '../subscription.ts';

const PAGE_SIZE = 100;

interface Read extends Page<Fields> {
  readAt: string | null;
}

async function readPage(send: Send, path: string, cursor: string | undefined): Promise<Read> {
  const page = Number(cursor ?? 1);
  const query = new URLSearchParams({ page_number: `${page}`, page_size: `${PAGE_SIZE}` });
  const { json, date } = await send('GET', `${path}?${query}`);
  const { items, pagination } = fields(json);
  if (!Array.isArray(items)) throw new Error('The provider answered without a list');
  const { next_page: next, total_pages: total } = fields(pagination);
  const isLast = (integer(next) ?? 0) <= page && (integer(total) ?? 0) <= page;
  return { items: items.map(fields), readAt: date, ...(isLast ? {} : { nextCursor: `${page + 1}` }) };
}

const SUBSCRIPTIONS = '/v1/subscriptions/search';

interface Listed {
  prices: readonly KnownPrice[];
  cursor: string | undefined;
}

export async function listAccountSubscriptions(
  send: Send,
  { prices, cursor }: Listed,
): Promise<Page<ProviderSnapshot>> {
  const { items, readAt, ...page } = await readPage(send, SUBSCRIPTIONS, cursor);
  const read = items.flatMap((item) => {
    const subscription = toSubscription(item, { prices, warnings: [] });
    return subscription ? [{ subscription, readAt }] : [];
  });
  return { ...page, items: read };
}

export async function listAccountCustomers(send: Send, cursor: string | undefined): Promise<Page<AccountCustomer>> {
  const { items, readAt: _, ...page } = await readPage(send, '/v1/customers/list', cursor);
  return { ...page, items: items.flatMap((item) => toAccountCustomer(item) ?? []) };
}

/** Creem has no list of refunds or disputes: a transaction says what was returned of it. */
export const moneyLists = ['transactions'];

/** A transaction names its subscription by the id alone, and its payment's key follows from when that one began. */
export async function listMoney(
  send: Send,
  _list: string,
  { since, cursor, olderReturns = false, memory = {} }: MoneyOptions,
): Promise<Page<Fields>> {
  memory.subscriptions ??= await readSubscriptions(send);
  const { items, readAt, nextCursor } = await readPage(send, '/v1/transactions/search', cursor);
  const isOld = (item: Fields) => (time(item.created_at) ?? since) < since;
  const events = items.flatMap((item) => {
    if (isOld(item) && !olderReturns) return [];
    const [payment, ...returned] = toEvents(withSubscription(item, memory), readAt);
    return payment && !isOld(item) ? [payment, ...returned] : returned;
  });
  const last = items.at(-1);
  const isOver = last !== undefined && isOld(last) && !olderReturns;
  return isOver ? { items: events } : { items: events, nextCursor };
}

async function readSubscriptions(send: Send): Promise<Map<string, Fields>> {
  const all = new Map<string, Fields>();
  for (let cursor: string | undefined = '1'; cursor !== undefined; ) {
    const page: Read = await readPage(send, SUBSCRIPTIONS, cursor);
    for (const { id, created_at, product } of page.items)
      all.set(String(id), { id, created_at, product: idOf(product) });
    cursor = page.nextCursor;
  }
  return all;
}

function withSubscription(transaction: Fields, { subscriptions }: MoneyMemory): Fields {
  const id = idOf(transaction.subscription);
  return id === undefined ? transaction : { ...transaction, subscription: subscriptions?.get(id) ?? { id } };
}

function toEvents(transaction: Fields, readAt: string | null): Fields[] {
  const paid = isPaid(transaction);
  if (paid === undefined) return [];
  const { created_at, customer, subscription } = transaction;
  const payment =
    subscription === undefined || subscription === null
      ? { eventType: 'order.paid', created_at, object: orderOf(transaction) }
      : { eventType: `invoice.payment_${paid ? 'succeeded' : 'failed'}`, created_at, object: transaction };
  if (!(integer(transaction.refunded_amount) ?? 0)) return [payment];
  const returned = { transaction, customer, ...(subscription ? { subscription } : {}) };
  return [payment, { eventType: 'refund.created', created_at: readAt ?? created_at, object: returned }];
}

/** The order of a one-time purchase, as far as its transaction tells. */
function orderOf({ id, order, ...transaction }: Fields): Fields {
  return { ...transaction, id: idOf(order) ?? id, type: 'onetime', transaction: id };
}
