import { randomUUID } from 'node:crypto';
import type { Migration, SchemaObject } from './migrationFiles.ts';

interface Queryable {
  query<Row extends object>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

export interface Recorded {
  name: string;
  checksum: string;
  finished: boolean;
  /** See `Migration.fits`. */
  fits: string | null;
}

const FITS = 'fits: ';

/** The table of `prisma migrate deploy`, with the same definition. */
const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    id                  VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum            VARCHAR(64) NOT NULL,
    finished_at         TIMESTAMPTZ,
    migration_name      VARCHAR(255) NOT NULL,
    logs                TEXT,
    rolled_back_at      TIMESTAMPTZ,
    started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`;

const CREATE_OBJECTS = `CREATE TABLE IF NOT EXISTS "_schema_objects" (
    name       TEXT PRIMARY KEY,
    checksum   TEXT NOT NULL,
    applied_at TIMESTAMPTZ NOT NULL
  )`;

const WRITE_OBJECT = `INSERT INTO _schema_objects (name, checksum, applied_at) VALUES ($1, $2, clock_timestamp())
  ON CONFLICT (name) DO UPDATE SET checksum = excluded.checksum, applied_at = excluded.applied_at`;

// Prisma writes `logs` only for failures: for applied migrations we store there which builds they fit.
const READ = `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished,
    CASE WHEN starts_with(logs, '${FITS}') THEN substr(logs, ${FITS.length + 1}) END AS fits
  FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at, migration_name`;

const WRITE = `INSERT INTO _prisma_migrations
    (id, checksum, migration_name, logs, started_at, finished_at, applied_steps_count)
  VALUES ($1, $2, $3, $4, $5, clock_timestamp(), 1)`;

/** The migrations that were applied to the database, or started by another tool. */
export async function readRecorded(database: Queryable): Promise<Recorded[]> {
  return (await exists(database, '_prisma_migrations')) ? (await database.query<Recorded>(READ)).rows : [];
}

/** Of the objects, those whose text is not the one that was applied last. */
export async function outdatedObjects(database: Queryable, objects: readonly SchemaObject[]): Promise<SchemaObject[]> {
  const { rows } = (await exists(database, '_schema_objects'))
    ? await database.query<{ name: string; checksum: string }>('SELECT name, checksum FROM _schema_objects')
    : { rows: [] };
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  return objects.filter(({ name, checksum }) => applied.get(name) !== checksum);
}

async function exists(database: Queryable, table: string): Promise<boolean> {
  const { rows } = await database.query<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [table]);
  return rows[0]?.found ?? false;
}

export async function createRecordTables(database: Queryable): Promise<void> {
  await database.query(CREATE_TABLE);
  await database.query(CREATE_OBJECTS);
}

export async function record(database: Queryable, { name, checksum, fits }: Migration, started: Date): Promise<void> {
  await database.query(WRITE, [randomUUID(), checksum, name, fits && `${FITS}${fits}`, started]);
}

export async function recordObject(database: Queryable, { name, checksum }: SchemaObject): Promise<void> {
  await database.query(WRITE_OBJECT, [name, checksum]);
}

/** Migrations of this build that the database doesn't have yet. */
export function missingIn<Known extends { name: string }>(
  recorded: readonly Recorded[],
  known: readonly Known[],
): Known[] {
  const applied = new Set(recorded.flatMap(({ name, finished }) => (finished ? [name] : [])));
  return known.filter(({ name }) => !applied.has(name));
}

/** Migrations of the database that this build doesn't know and that don't declare that it fits. */
export function tooNewFor(known: readonly { name: string }[], recorded: readonly Recorded[]): string[] {
  const names = new Set(known.map(({ name }) => name));
  const fitting = ({ name, fits }: Recorded) => names.has(name) || (fits !== null && names.has(fits));
  return recorded.flatMap((migration) => (fitting(migration) ? [] : [migration.name]));
}

/**
 * Whether the database is of a development build before the first release: it has a migration from before the first
 * one that this build knows, or that one with another text.
 */
export function isBeforeRelease(known: readonly Migration[], recorded: readonly Recorded[]): boolean {
  const [first] = known;
  return recorded.some(
    ({ name, checksum }) => first && (name < first.name || (name === first.name && checksum !== first.checksum)),
  );
}
