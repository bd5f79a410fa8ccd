import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import type { DiffTarget, MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm';
import pg from 'pg';

type Log = (message: string) => void;

const ENGINE = '@prisma/schema-engine-wasm/schema_engine_bg';
const CONNECT_TIMEOUT_MS = 10_000;
const NO_FILTERS = { externalTables: [], externalEnums: [] };
const EMPTY_SCRIPT = '-- This is an empty migration.';

/** `prisma/` of this package, from the sources as from the bundle. */
export function prismaFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return join(folder, 'prisma');
}

/** Names of the migrations, oldest first. */
export async function listMigrations(folder = migrationsFolder()): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
}

/**
 * Brings the database to the newest migration: all that is missing in one transaction, so that a failure or a kill
 * leaves what was there. Safe when several processes do it at once. Records as `prisma migrate deploy` does.
 * @returns the names of what was applied.
 */
export async function applyMigrations(url: string, log: Log, folder = migrationsFolder()): Promise<string[]> {
  const names = await listMigrations(folder);
  const pool = singleConnection(url);
  try {
    if (await hasAll(pool, names)) return [];
    await pool.query('BEGIN');
    await pool.query("SELECT pg_advisory_xact_lock(hashtext('subscription-payments migrations'))");
    const applied = (await hasAll(pool, names)) ? [] : await applyAll(pool, await readMigrations(folder, names));
    await pool.query('COMMIT');
    if (applied.length > 0) log(`Applied migrations: ${applied.join(', ')}`);
    return applied;
  } finally {
    await pool.end();
  }
}

/**
 * The SQL that turns a database of schema `from` into one of schema `to`; empty when they don't differ.
 * Both are texts of `schema.prisma`; `empty` is a database without tables. Needs no database.
 */
export async function diffToSql({ from, to }: { from: string; to: string }): Promise<string> {
  const engine = await openEngine(offlineFactory());
  const { stdout } = await engine.diff({
    from: diffTarget(from),
    to: diffTarget(to),
    script: true,
    exitCode: null,
    filters: NO_FILTERS,
  });
  const sql = stdout?.trim() ?? '';
  return sql === EMPTY_SCRIPT ? '' : sql;
}

function migrationsFolder(): string {
  return join(prismaFolder(), 'migrations');
}

/** One connection and never a second: what followed on another one would be outside the transaction. */
function singleConnection(url: string): pg.Pool {
  let connections = 0;
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    onConnect() {
      if (connections++ > 0) throw new Error('The connection was lost during the migration; nothing was changed');
    },
  });
  pool.on('error', () => {});
  return pool;
}

async function hasAll(pool: pg.Pool, names: string[]): Promise<boolean> {
  const table = await pool.query("SELECT to_regclass('_prisma_migrations') AS name");
  if (!table.rows[0]?.name) return false;
  const { rows } = await pool.query<{ migration_name: string }>(
    'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
  );
  const recorded = new Set(rows.map((row) => row.migration_name));
  return names.every((name) => recorded.has(name));
}

async function applyAll(pool: pg.Pool, migrationsList: MigrationList): Promise<string[]> {
  const factory = new WholeScripts(pool);
  const engine = await openEngine(factory);
  try {
    const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters: NO_FILTERS });
    return appliedMigrationNames;
  } catch (error) {
    const cause = factory.scriptError ?? error;
    throw new Error(`A migration failed, nothing was changed: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
  }
}

/** The adapter's own way cuts a script at every semicolon, also inside function bodies and texts. */
class WholeScripts extends PrismaPg {
  scriptError?: unknown;

  constructor(private readonly pool: pg.Pool) {
    super(pool);
  }

  override async connect(): ReturnType<PrismaPg['connect']> {
    const adapter = await super.connect();
    adapter.executeScript = async (script) => {
      await this.pool.query(script).catch((error: unknown) => {
        this.scriptError = error;
        throw error;
      });
    };
    return adapter;
  }
}

/** The engine asks a database for its version even to compare two schemas. */
function offlineFactory(): SqlMigrationAwareDriverAdapterFactory {
  const refuse = async () => {
    throw new Error('Comparing schemas uses no database');
  };
  const adapter: SqlDriverAdapter = {
    provider: 'postgres',
    adapterName: 'offline',
    queryRaw: async () => ({
      columnNames: ['exists', 'version', 'numeric_version'],
      columnTypes: [ColumnTypeEnum.Boolean, ColumnTypeEnum.Text, ColumnTypeEnum.Int32],
      rows: [[true, 'PostgreSQL 18.0', 180_000]],
    }),
    executeRaw: refuse,
    executeScript: refuse,
    startTransaction: refuse,
    dispose: async () => {},
  };
  return { provider: 'postgres', adapterName: 'offline', connect: async () => adapter, connectToShadowDb: refuse };
}

async function openEngine(factory: SqlMigrationAwareDriverAdapterFactory): Promise<SchemaEngine> {
  bindings ??= loadBindings();
  const { SchemaEngine } = await bindings;
  return SchemaEngine.new({ datamodels: undefined }, () => {}, bindMigrationAwareSqlAdapterFactory(factory));
}

type Bindings = typeof import('@prisma/schema-engine-wasm/schema_engine_bg');

/** Once a process, since the module holds one instance; and when needed: 5 MB that an up-to-date database doesn't need. */
let bindings: Promise<Bindings> | undefined;

async function loadBindings(): Promise<Bindings> {
  const loaded = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const file = createRequire(import.meta.url)
    .resolve(ENGINE)
    .replace(/\.js$/, '.wasm');
  const imports = { './schema_engine_bg.js': withIdleTimers(loaded) };
  const { instance } = await WebAssembly.instantiate(await readFile(file), imports);
  loaded.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
  return loaded;
}

/** The engine leaves a timer of 10 s behind, which would keep a finished process alive. */
function withIdleTimers(loaded: object): WebAssembly.ModuleImports {
  const imports = { ...loaded } as Record<string, (...values: unknown[]) => unknown>;
  for (const [name, start] of Object.entries(imports)) {
    if (!name.startsWith('__wbg_setTimeout')) continue;
    imports[name] = (...values) => (start(...values) as NodeJS.Timeout).unref();
  }
  return imports;
}

function diffTarget(schema: string): DiffTarget {
  if (schema === 'empty') return { tag: 'empty' };
  return { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content: schema }] };
}

async function readMigrations(folder: string, names: string[]): Promise<MigrationList> {
  const read = async (name: string) => ({
    path: name,
    migrationFile: {
      path: 'migration.sql',
      content: { tag: 'ok' as const, value: await readFile(join(folder, name, 'migration.sql'), 'utf8') },
    },
  });
  return {
    baseDir: folder,
    lockfile: { path: 'migration_lock.toml', content: await readFile(join(folder, 'migration_lock.toml'), 'utf8') },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(names.map(read)),
  };
}
