import type pg from 'pg';
import type { Pool } from '../../database/client.ts';
import { sqlState } from '../../database/sqlState.ts';
import type { Customer } from '../records/customer.ts';
import type { Payment } from '../records/payment.ts';
import type { Refund } from '../records/refund.ts';
import { movingColumns, type Subscription, subscriptionColumns } from '../records/subscription.ts';
import type { Changes } from './rules/known.ts';
import { type CommonShape, commonWrite } from './sql/commonWrite.ts';
import { singleUpdate, toldOfEvent } from './sql/singleUpdate.ts';
import {
  changingColumns,
  type EVENT,
  type RecordTable,
  recordTables,
  type Shape,
  TAKEN_BACK,
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
  options: WriteOptions = {},
): Promise<(string | null | undefined)[]> {
  const written: (string | null | undefined)[] = writes.map(() => undefined);
  for (const { n, ledgerId } of await send(pool, writes, options)) written[n - 1] = ledgerId;
  return written;
}

interface WriteOptions {
  bodyDays?: string | null;
  /** Sends the statement that writes them all, and something else with it. */
  run?: ((query: pg.QueryConfig) => Promise<Written[]>) | undefined;
}

export interface Written {
  n: number;
  ledgerId: string | null;
}

/** Where another process was faster, the statement for any write tells the losers from the others. */
async function send(pool: Pool, writes: readonly Write[], { bodyDays = null, run }: WriteOptions) {
  try {
    const query = queryOf(writes, bodyDays);
    return run ? await run(query) : (await pool.query<Written>(query)).rows;
  } catch (error) {
    if (!LOST.has(sqlState(error)) || !writes.every(isCommon)) throw error;
    return (await pool.query<Written>(anyOf(writes, bodyDays))).rows;
  }
}

/** Another process wrote one of the rows or ledger rows first, so nothing was written. */
const LOST = new Set(['23505', TAKEN_BACK]);

/** The statement with the fewest steps that can write them. */
export function queryOf(writes: readonly Write[], bodyDays: string | null) {
  if (!writes.every(isCommon)) return anyOf(writes, bodyDays);
  const [first] = writes;
  return writes.length === 1 && first && isPlainUpdate(first) ? singleOf(first, bodyDays) : commonOf(writes, bodyDays);
}

/** New to the ledger, and holds nothing that it doesn't change. */
function isCommon({ event, held }: Write): boolean {
  return event.event_id != null && event.ledger_id == null && recordTables.every((table) => !held[table]);
}

/** A known subscription's new state, and nothing else but the ledger row. */
function isPlainUpdate({ event, rows }: Write): boolean {
  const isAlone = recordTables.every((table) => rows[table].length === (table === 'subscription' ? 1 : 0));
  const isQuiet = event.refetch_key == null && event.checkout_session == null && event.owner_check == null;
  return isAlone && isQuiet && !rows.subscription.some(isNew);
}

/** What is set in a subscription: the columns that most events change, or every column that may change. */
const WAYS = { brief: movingColumns, whole: changingColumns(subscriptionColumns) } as const;
type Way = keyof typeof WAYS;

const wayOf = (writes: readonly Write[]): Way =>
  writes.every(({ isBrief, rows }) => isBrief || rows.subscription.every(isNew)) ? 'brief' : 'whole';

const SINGLE = { brief: singleUpdate(WAYS.brief), whole: singleUpdate(WAYS.whole) };

function singleOf(write: Write, bodyDays: string | null) {
  const { event, body, rows } = write;
  const way = wayOf([write]);
  const subscription = rows.subscription[0] as Subscription;
  const values = [
    subscription.id,
    body.toString(),
    bodyDays,
    ...toldOfEvent.map((told) => event[told]),
    ...WAYS[way].map((column) => subscription[column]),
  ];
  return { name: `write one ${way}`, text: SINGLE[way], values };
}

function commonOf(writes: readonly Write[], bodyDays: string | null) {
  const way = wayOf(writes);
  const shape = commonShapeOf(writes, way);
  const { updates, inserts, changes } = shape;
  const values: unknown[] = [JSON.stringify(writes.map(({ event }) => event)), ...bodiesOf(writes), bodyDays];
  for (const table of updates) {
    const { rows, numbers } = sorted(writes, table, (row) => !isNew(row));
    const sent = table === 'subscription' && way === 'brief' ? rows.map((row) => moving(row as Subscription)) : rows;
    values.push(JSON.stringify(sent), numbers);
  }
  for (const table of inserts) {
    const { rows, numbers } = sorted(writes, table, isNew);
    values.push(JSON.stringify(rows), numbers);
  }
  const name = `common ${way} ${changes} +${initials(inserts)} ~${initials(updates)}${extrasIn(shape)}`;
  return { name, text: textOf(name, () => commonWrite(shape)), values };
}

function commonShapeOf(writes: readonly Write[], way: Way): CommonShape {
  const { inserts, updates, refetches, checkouts, owners } = shapeOf(writes);
  const eachOne = writes.every(({ event: { held } }) => held === 1);
  const changes = updates.length === 0 ? 'none' : eachOne ? 'one' : 'any';
  return { inserts, updates, changes, moving: WAYS[way], refetches, checkouts, owners };
}

/** Rows of a table, sorted by id, and the numbers of their events. */
function sorted(writes: readonly Write[], table: RecordTable, isWanted: (row: RecordRow) => boolean) {
  const found = writes.flatMap(({ rows }, index) =>
    rows[table].filter(isWanted).map((row) => ({ row, number: index + 1 })),
  );
  found.sort((a, b) => (a.row.id < b.row.id ? -1 : 1));
  return { rows: found.map(({ row }) => row), numbers: found.map(({ number }) => number) };
}

function moving(subscription: Subscription): Partial<Subscription> {
  const row: Record<string, unknown> = { id: subscription.id };
  for (const name of movingColumns) row[name] = subscription[name];
  return row;
}

function anyOf(writes: readonly Write[], bodyDays: string | null) {
  const shape = shapeOf(writes);
  const { inserts, updates, holds, newEvents, knownEvents } = shape;
  const events = `${newEvents ? ' new' : ''}${knownEvents ? ' known' : ''}`;
  const name = `any${events} +${initials(inserts)} ~${initials(updates)} =${initials(holds)}${extrasIn(shape)}`;
  return { name, text: textOf(name, () => writeStatement(shape)), values: valuesOf(writes, shape, bodyDays) };
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

/** For a prepared statement's name, of at most 63 characters. */
const initials = (tables: readonly string[]) => tables.map((table) => table[0]).join('');
const extrasIn = ({ refetches, checkouts, owners }: Pick<Shape, 'refetches' | 'checkouts' | 'owners'>) =>
  `${refetches ? ' refetch' : ''}${checkouts ? ' checkout' : ''}${owners ? ' owner' : ''}`;

const texts = new Map<string, string>();

function textOf(name: string, make: () => string): string {
  const text = texts.get(name) ?? make();
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
