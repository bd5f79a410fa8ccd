import type { Pool } from '../../database/client.ts';
import type { Customer } from '../records/customer.ts';
import type { Payment } from '../records/payment.ts';
import type { Refund } from '../records/refund.ts';
import { movingColumns, type Subscription, subscriptionColumns } from '../records/subscription.ts';
import type { Changes } from './rules/known.ts';
import { plainUpdates } from './sql/plainUpdates.ts';
import { singleUpdate, toldOfEvent } from './sql/singleUpdate.ts';
import {
  changingColumns,
  type EVENT,
  type RecordTable,
  recordTables,
  type Shape,
  tablesOf,
  writeStatement,
} from './sql/writeStatement.ts';

/** An event's ledger row; absent fields are null. */
export type EventRow = Partial<Record<keyof typeof EVENT, unknown>>;

type RecordRow = Customer | Subscription | Payment | Refund;

/** What one decision writes, completely or not at all. */
export interface Write {
  event: EventRow;
  body: Buffer;
  rows: Readonly<Record<RecordTable, readonly RecordRow[]>>;
  /** Not written, but must still be of this version. */
  held: Readonly<Partial<Record<RecordTable, RecordRow | null>>>;
  /** Of its subscription it changes only `movingColumns`. */
  isBrief: boolean;
}

const NO_ROWS: readonly RecordRow[] = [];
export const NO_CHANGES: Write['rows'] = {
  customer: NO_ROWS,
  subscription: NO_ROWS,
  payment: NO_ROWS,
  refund: NO_ROWS,
};

export function changedRows({ customer, subscription, payment, refund, ended }: Changes): Write['rows'] {
  const subscriptions = subscription ? [...ended, subscription] : ended;
  return {
    customer: customer ? [customer] : NO_ROWS,
    subscription: subscriptions,
    payment: payment ? [payment] : NO_ROWS,
    refund: refund ? [refund] : NO_ROWS,
  };
}

const isNew = ({ version }: RecordRow) => version === 1;

/**
 * Writes decisions that share no record in one statement and one commit. Resolves, for each that was written, to its
 * ledger id (null if it writes no ledger row); undefined means that a record has changed since the decision, so the
 * event must be decided again. Rejects with `TAKEN_BACK` or a PostgreSQL error code when nothing was written.
 */
export async function writeAll(
  pool: Pool,
  writes: readonly Write[],
  bodyDays: string | null = null,
): Promise<(string | null | undefined)[]> {
  const { rows } = await pool.query<{ n: number; ledgerId: string | null }>(queryOf(writes, bodyDays));
  const written: (string | null | undefined)[] = writes.map(() => undefined);
  for (const { n, ledgerId } of rows) written[n - 1] = ledgerId;
  return written;
}

/** The statement that writes them. */
export function queryOf(writes: readonly Write[], bodyDays: string | null) {
  if (!writes.every(isPlainUpdate)) return batchOf(writes, bodyDays);
  const way = writes.every(({ isBrief }) => isBrief) ? BRIEF : WHOLE;
  const [first] = writes;
  return writes.length === 1 && first ? singleOf(first, way, bodyDays) : plainOf(writes, way, bodyDays);
}

/** A known subscription's new state, and nothing else but the new ledger row. */
function isPlainUpdate({ event, rows, held }: Write): boolean {
  const isAlone = recordTables.every((table) => rows[table].length === (table === 'subscription' ? 1 : 0));
  const isFree = recordTables.every((table) => !held[table]);
  const isPlain = event.event_id != null && event.ledger_id == null && event.refetch_key == null;
  const isQuiet = event.checkout_session == null && event.owner_check == null;
  return isAlone && isFree && isPlain && isQuiet && !rows.subscription.some(isNew);
}

type Name = keyof typeof subscriptionColumns;

/** How plain updates are written: every column that may change, or those that most events change. */
const wayOf = (name: string, columns: readonly Name[]) => ({
  name,
  columns,
  one: singleUpdate(columns),
  many: plainUpdates(columns),
});
const WHOLE = wayOf('whole', changingColumns(subscriptionColumns));
const BRIEF = wayOf('brief', movingColumns);
type Way = typeof WHOLE;

function singleOf({ event, body, rows }: Write, { name, columns, one }: Way, bodyDays: string | null) {
  const subscription = rows.subscription[0] as Subscription;
  const values = [
    subscription.id,
    body.toString(),
    bodyDays,
    ...toldOfEvent.map((told) => event[told]),
    ...columns.map((column) => subscription[column]),
  ];
  return { name: `write one ${name}`, text: one, values };
}

function plainOf(writes: readonly Write[], { name, columns, many }: Way, bodyDays: string | null) {
  const rows = writes.map(({ rows: { subscription } }) => told(subscription[0] as Subscription, columns));
  const values = [
    JSON.stringify(writes.map(({ event }) => event)),
    ...bodiesOf(writes),
    bodyDays,
    JSON.stringify(rows),
    writes.map((_, index) => index + 1),
  ];
  return { name: `write plain ${name}`, text: many, values };
}

function told(subscription: Subscription, columns: readonly Name[]): Partial<Subscription> {
  const row: Record<string, unknown> = { id: subscription.id };
  for (const name of columns) row[name] = subscription[name];
  return row;
}

function batchOf(writes: readonly Write[], bodyDays: string | null) {
  const shape = shapeOf(writes);
  const name = nameOf(shape);
  return { name, text: textOf(name, shape), values: valuesOf(writes, shape, bodyDays) };
}

export function shapeOf(writes: readonly Write[]): Shape {
  const has = (test: (write: Write) => unknown) => writes.some(test);
  const updates = recordTables.filter((table) => has(({ rows }) => rows[table].some((row) => !isNew(row))));
  return {
    inserts: recordTables.filter((table) => has(({ rows }) => rows[table].some(isNew))),
    updates,
    holds: recordTables.filter((table) => updates.includes(table) || has(({ held }) => held[table])),
    newEvents: has(({ event }) => event.event_id && !event.ledger_id),
    knownEvents: has(({ event }) => event.ledger_id),
    refetches: has(({ event }) => event.refetch_key),
    checkouts: has(({ event }) => event.checkout_session),
    owners: has(({ event }) => event.owner_check),
  };
}

/** Prepared statements are identified by their names, of at most 63 characters. */
function nameOf({ inserts, updates, holds, newEvents, knownEvents, refetches, checkouts, owners }: Shape): string {
  const initials = (tables: readonly string[]) => tables.map((table) => table[0]).join('');
  const more = [
    newEvents && 'new',
    knownEvents && 'known',
    refetches && 'refetch',
    checkouts && 'checkout',
    owners && 'owner',
  ];
  return `write +${initials(inserts)} ~${initials(updates)} =${initials(holds)} ${more.filter(Boolean).join(' ')}`;
}

const texts = new Map<string, string>();

function textOf(name: string, shape: Shape): string {
  const text = texts.get(name) ?? writeStatement(shape);
  texts.set(name, text);
  return text;
}

/** The statement's parameters. Row numbers are arrays beside the JSON, because numbering rows by copying costs more. */
export function valuesOf(writes: readonly Write[], shape: Shape, bodyDays: string | null = null): unknown[] {
  const values: unknown[] = [JSON.stringify(writes.map(({ event }) => event))];
  if (shape.newEvents) values.push(...bodiesOf(writes), bodyDays);
  for (const table of tablesOf(shape)) {
    const rows: RecordRow[] = [];
    const numbers: number[] = [];
    for (const [index, write] of writes.entries()) {
      const held = write.held[table];
      rows.push(...write.rows[table], ...(held ? [held] : []));
      numbers.push(...write.rows[table].map(() => index + 1), ...(held ? [-index - 1] : []));
    }
    values.push(JSON.stringify(rows), numbers);
  }
  return values;
}

/** Bodies are passed separately, as bytes, because nothing in them is read. */
function bodiesOf(writes: readonly Write[]): [Buffer, number[]] {
  const places = [1];
  for (const { body } of writes) places.push((places.at(-1) ?? 1) + body.length);
  return [Buffer.concat(writes.map(({ body }) => body)), places];
}
