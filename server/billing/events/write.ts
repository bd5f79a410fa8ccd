import type { Pool } from '../../database/client.ts';
import type { Customer } from '../records/customer.ts';
import type { Payment } from '../records/payment.ts';
import type { Refund } from '../records/refund.ts';
import type { Subscription } from '../records/subscription.ts';
import type { Changes } from './rules/known.ts';
import {
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
  const { rows } = await pool.query<Written>(queryOf(writes, bodyDays));
  const written: (string | null | undefined)[] = writes.map(() => undefined);
  for (const { n, ledgerId } of rows) written[n - 1] = ledgerId;
  return written;
}

interface Written {
  n: number;
  ledgerId: string | null;
}

/** A prepared statement with the parts that the writes need. */
export function queryOf(writes: readonly Write[], bodyDays: string | null) {
  const shape = shapeOf(writes);
  const { inserts, updates, holds, newEvents, knownEvents } = shape;
  const events = `${newEvents ? ' new' : ''}${knownEvents ? ' known' : ''}`;
  const name = `write${events} +${initials(inserts)} ~${initials(updates)} =${initials(holds)}${extrasIn(shape)}`;
  return { name, text: textOf(name, () => writeStatement(shape)), values: valuesOf(writes, shape, bodyDays) };
}

function shapeOf(writes: readonly Write[]): Shape {
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

/** For a prepared statement's name, of at most 63 characters. */
const initials = (tables: readonly string[]) => tables.map((table) => table[0]).join('');
const extrasIn = ({ refetches, checkouts, owners }: Shape) =>
  `${refetches ? ' refetch' : ''}${checkouts ? ' checkout' : ''}${owners ? ' owner' : ''}`;

const texts = new Map<string, string>();

function textOf(name: string, make: () => string): string {
  const text = texts.get(name) ?? make();
  texts.set(name, text);
  return text;
}

/** The statement's parameters. Row numbers are arrays beside the JSON, because numbering rows by copying costs more. */
function valuesOf(writes: readonly Write[], shape: Shape, bodyDays: string | null): unknown[] {
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
