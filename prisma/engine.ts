import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import type { DiffTarget, SchemaEngine } from '@prisma/schema-engine-wasm';

const ENGINE = '@prisma/schema-engine-wasm/schema_engine_bg';
const EMPTY_SCRIPT = '-- This is an empty migration.';
export const NO_FILTERS = { externalTables: [], externalEnums: [] };

/**
 * Returns the SQL that migrates a database from schema `from` to schema `to`; empty if they don't differ.
 * Both are texts of `schema.prisma`; `empty` stands for a database without tables. Needs no database.
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

/** Prisma's own engine, only for development and tests: the service applies migrations without it. */
export async function openEngine(factory: SqlMigrationAwareDriverAdapterFactory): Promise<SchemaEngine> {
  bindings ??= loadBindings();
  const { SchemaEngine } = await bindings;
  return SchemaEngine.new({ datamodels: undefined }, () => {}, bindMigrationAwareSqlAdapterFactory(factory));
}

type Bindings = typeof import('@prisma/schema-engine-wasm/schema_engine_bg');

/** Loaded once a process: the module has only one instance. */
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

/** The engine starts a timer of 10 s, which would keep a finished process alive. */
function withIdleTimers(loaded: object): WebAssembly.ModuleImports {
  const imports = { ...loaded } as Record<string, (...values: unknown[]) => unknown>;
  for (const [name, start] of Object.entries(imports)) {
    if (!name.startsWith('__wbg_setTimeout')) continue;
    imports[name] = (...values) => (start(...values) as NodeJS.Timeout).unref();
  }
  return imports;
}

/** A fake database that only reports a version: the engine needs it even to compare two schemas. */
function offlineFactory(): SqlMigrationAwareDriverAdapterFactory {
  const refuse = async () => {
    throw new Error('The comparison of schemas must not use a database');
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

function diffTarget(schema: string): DiffTarget {
  if (schema === 'empty') return { tag: 'empty' };
  return { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content: schema }] };
}
