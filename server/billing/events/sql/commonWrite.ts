import { type Columns, namesOf, quoted } from '../../records/columns.ts';
import { compact, jsonRows } from './jsonRows.ts';
import {
  changingColumns,
  columnsOf,
  END_CHECKOUTS,
  EVENT,
  INSERT_BODIES,
  insertEvents,
  listOf,
  QUEUE_OWNERS,
  QUEUE_REFETCHES,
  type RecordTable,
} from './writeStatement.ts';

/** The parts of the statement that a batch needs. */
export interface CommonShape {
  inserts: readonly RecordTable[];
  updates: readonly RecordTable[];
  /** How many known rows each event changes. */
  changes: 'none' | 'one' | 'any';
  /** The columns that are set in a subscription. */
  moving: readonly string[];
  refetches: boolean;
  checkouts: boolean;
  owners: boolean;
}

/**
 * Does what `writeStatement` does, with half as many steps, for events that are new to the ledger and hold nothing that
 * they don't change. The updates themselves compare the versions, so nothing is locked before, and an insert that meets
 * another process's row fails. Parameters: those of `writeStatement` up to `$4`, then for each of `updates` and of
 * `inserts` its rows, sorted by id, and the numbers of their events: tables, rows and the ledger are always locked in
 * one order. An event whose only row has changed since is left out. Rejects with a unique violation, or with `TAKEN_BACK`
 * if only some of an event's rows have changed since: then nothing is written, and `writeStatement` sorts them out.
 */
export function commonWrite(shape: CommonShape): string {
  const { inserts, updates, changes } = shape;
  const ctes = [`event AS MATERIALIZED (${jsonRows({ parameter: '$1', columns: EVENT })})`];
  for (const [index, table] of updates.entries())
    ctes.push(changeRecords(table, columnsToSet(table, shape), rowsAt(index)));
  const changed = updates.map((table) => `SELECT n FROM changed_${table}`).join(' UNION ALL ');
  if (changes !== 'none') ctes.push(`changed AS MATERIALIZED (${changed})`);
  ctes.push(GOING[changes]);
  for (const [index, table] of inserts.entries()) ctes.push(insertRecords(table, rowsAt(updates.length + index)));
  if (inserts.length > 0) ctes.push(`entering AS MATERIALIZED (SELECT n FROM going WHERE ${areInserted(inserts)})`);
  ctes.push(insertEvents(inserts.length > 0 ? 'entering' : 'going', ''), INSERT_BODIES, KEPT);
  if (shape.refetches) ctes.push(QUEUE_REFETCHES);
  if (shape.checkouts) ctes.push(END_CHECKOUTS);
  if (shape.owners) ctes.push(QUEUE_OWNERS);
  const whole = changes === 'any' ? `WHERE ${IS_WHOLE}` : '';
  return compact(`WITH ${ctes.join(', ')} SELECT n, ledger_id::text AS "ledgerId" FROM kept ${whole}`);
}

/** What a batch sends of the rows that it changes. */
function columnsToSet(table: RecordTable, { moving }: Pick<CommonShape, 'moving'>): Columns {
  const columns = columnsOf[table];
  const names = table === 'subscription' ? moving : changingColumns(columns);
  return Object.fromEntries(['id', ...names].map((name) => [name, columns[name] as Columns[string]]));
}

interface Rows {
  /** The parameters, `$5`: the rows, and the numbers of their events. */
  parameter: string;
  number: string;
}

const rowsAt = (index: number): Rows => ({
  parameter: `$${5 + 2 * index}`,
  number: `($${6 + 2 * index}::int[])[ordinality]`,
});

const changeRecords = (table: RecordTable, columns: Columns, rows: Rows) => `changed_${table} AS (
  UPDATE ${table} t SET ${namesOf(columns)
    .filter((name) => name !== 'id')
    .map((name) => `${quoted(name)} = r.${quoted(name)}`)
    .join(', ')}
  FROM (${jsonRows({ ...rows, columns })}) r WHERE t.id = r.id AND t.version = r.version - 1 RETURNING r.n)`;

/** The events none of whose rows has changed since. */
const GOING: Record<CommonShape['changes'], string> = {
  none: 'going AS NOT MATERIALIZED (SELECT n FROM event)',
  one: 'going AS NOT MATERIALIZED (SELECT n FROM changed)',
  any: `going AS MATERIALIZED (
    SELECT n, held FROM event e WHERE held = (SELECT count(*) FROM changed c WHERE c.n = e.n))`,
};

const insertRecords = (table: RecordTable, rows: Rows) => `new_${table} AS (
  INSERT INTO ${table} (${listOf(namesOf(columnsOf[table]))}) SELECT ${listOf(namesOf(columnsOf[table]))}
  FROM (${jsonRows({ ...rows, columns: columnsOf[table] })}) r
  WHERE n = ANY (ARRAY(SELECT n FROM going)) RETURNING 1)`;

/** Always true: PostgreSQL would insert the ledger's rows first, the other way round than `writeStatement` does. */
const areInserted = (inserts: readonly RecordTable[]) =>
  `${inserts.map((table) => `(SELECT count(*) FROM new_${table})`).join(' + ')} >= 0`;

const KEPT = `kept AS MATERIALIZED (
  SELECT e.n, e.provider, e.subscription_id, e.payment_id, e.refetch_key, e.checkout_session, e.owner_check,
    w.id AS ledger_id
  FROM new_event w JOIN event e ON e.provider = w.provider AND e.event_id = w."eventId")`;

/** Every row that was changed belongs to an event that is written. */
const IS_WHOLE = `(SELECT 1 / ((SELECT count(*) FROM changed) = (SELECT coalesce(sum(held), 0) FROM going))::int) = 1`;
