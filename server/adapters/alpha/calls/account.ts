import type Stripe from 'stripe';
import type { AccountCustomer, MoneyMemory, MoneyOptions, Page, ProviderSnapshot } from '../../account.ts';
import type { KnownPrice } from '../../adapter.ts';
import { type Fields, fields, idOf, integer, key } from '../../read.ts';
import { toAccountCustomer } from '../../reading.ts';
import { readAtOf, wireFields } from '../api.ts';
import { isPaid } from '../payment.ts';
import { referenceOfInvoice } from '../refund.ts';
import { toSubscription } from '../subscription.ts';

const PAGE_SIZE = 100;

type Answer = Stripe.Response<object>;
type Place = { limit: number; starting_after?: string };

/** A page begins after an object. If that one was deleted meanwhile, the list begins anew. */
async function readPage(cursor: string | undefined, read: (place: Place) => Promise<Answer>): Promise<Answer> {
  if (cursor === undefined) return read({ limit: PAGE_SIZE });
  return read({ limit: PAGE_SIZE, starting_after: cursor }).catch((error: unknown) => {
    if (fields(error).param === 'starting_after') return read({ limit: PAGE_SIZE });
    throw error;
  });
}

function toPage<T>(answer: Answer, read: (item: Fields, readAt: string | null) => T | undefined): Page<T> {
  const { data, has_more } = wireFields(answer);
  if (!Array.isArray(data)) throw new Error('The provider answered without a list');
  const readAt = readAtOf(answer);
  const items = data.flatMap((item) => read(fields(item), readAt) ?? []);
  const last = key(fields(data.at(-1)).id);
  return has_more === true && last ? { items, nextCursor: last } : { items };
}

interface Listed {
  prices: readonly KnownPrice[];
  cursor: string | undefined;
}

export async function listAccountSubscriptions(
  stripe: Stripe,
  { prices, cursor }: Listed,
): Promise<Page<ProviderSnapshot>> {
  const answer = await readPage(cursor, (place) => stripe.subscriptions.list({ status: 'all', ...place }));
  return toPage(answer, (item, readAt) => {
    const subscription = toSubscription(item, { prices, warnings: [] });
    return subscription && { subscription, readAt };
  });
}

export async function listAccountCustomers(stripe: Stripe, cursor: string | undefined): Promise<Page<AccountCustomer>> {
  return toPage(await readPage(cursor, (place) => stripe.customers.list(place)), toAccountCustomer);
}

/** Purchases first: they name the plan, which their invoices, if they have any, do not. */
export const moneyLists = ['purchases', 'invoices', 'refunds', 'disputes'];

export async function listMoney(stripe: Stripe, list: string, options: MoneyOptions): Promise<Page<Fields>> {
  const { since, cursor, memory = {} } = options;
  if (list === 'purchases') return toPage(await readSessions(stripe, options), toPurchaseEvent);
  if (list === 'invoices') {
    if (cursor === undefined) memory.invoices = new Map();
    return toPage(await readInvoices(stripe, options), (invoice) => {
      note(memory, invoice);
      return toInvoiceEvent(invoice);
    });
  }
  if (!memory.invoices) await noteAll(stripe, { since, memory });
  const created = createdSince(since);
  // A dispute that was opened long ago may have ended since; there are few.
  const [type, answer] =
    list === 'refunds'
      ? (['refund.updated', await readPage(cursor, (place) => stripe.refunds.list({ created, ...place }))] as const)
      : (['charge.dispute.updated', await readPage(cursor, (place) => stripe.disputes.list(place))] as const);
  return toPage(answer, (object, readAt) => ({
    type,
    created: readAt === null ? object.created : Math.floor(Date.parse(readAt) / 1000),
    data: { object: { ...object, invoice: memory.invoices?.get(idOf(object.payment_intent) ?? '') } },
  }));
}

/** A session can be paid for so long after it was opened. */
const SESSION_S = 86_400;

function readSessions(stripe: Stripe, { since, cursor }: MoneyOptions): Promise<Answer> {
  const created = { gte: createdSince(since).gte - SESSION_S };
  const expand = ['data.line_items', 'data.payment_intent'];
  return readPage(cursor, (place) => stripe.checkout.sessions.list({ created, status: 'complete', expand, ...place }));
}

/** A one-time purchase, which was paid when its intent was made; undefined: a subscription's, or an unpaid one. */
function toPurchaseEvent(session: Fields): Fields | undefined {
  if (session.mode !== 'payment' || !isPaid(session)) return undefined;
  const created = integer(fields(session.payment_intent).created) ?? integer(session.created);
  return { type: 'checkout.session.completed', created, data: { object: session } };
}

const createdSince = (since: string) => ({ gte: Math.floor(Date.parse(since) / 1000) });

function readInvoices(stripe: Stripe, { since, cursor }: MoneyOptions): Promise<Answer> {
  const created = createdSince(since);
  return readPage(cursor, (place) => stripe.invoices.list({ created, expand: ['data.payments'], ...place }));
}

/** Refunds and disputes name what paid, not the invoice. */
function note({ invoices }: MoneyMemory, invoice: Fields): void {
  const [id, reference] = [key(invoice.id), referenceOfInvoice(invoice)];
  if (id && reference) invoices?.set(reference, id);
}

async function noteAll(stripe: Stripe, { since, memory }: { since: string; memory: MoneyMemory }): Promise<void> {
  memory.invoices = new Map();
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const page = toPage(await readInvoices(stripe, { since, cursor }), (invoice) => invoice);
    for (const invoice of page.items) note(memory, invoice);
    cursor = page.nextCursor;
  }
}

/** undefined: nobody was asked to pay it yet, or it is not due any more and never was paid. */
function toInvoiceEvent(invoice: Fields): Fields | undefined {
  const at = fields(invoice.status_transitions);
  const event = (type: string, time: unknown) => ({
    type,
    created: integer(time) ?? integer(invoice.created),
    data: { object: invoice },
  });
  if (invoice.status === 'paid') return event('invoice.paid', at.paid_at);
  if (invoice.attempted !== true) return undefined;
  if (invoice.status === 'open') return event('invoice.payment_failed', at.finalized_at);
  if (invoice.status === 'uncollectible') return event('invoice.marked_uncollectible', at.marked_uncollectible_at);
  return invoice.status === 'void' ? event('invoice.voided', at.voided_at) : undefined;
}
