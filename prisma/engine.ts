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

/** Prisma's own engine, for development and tests alone: what runs applies migrations without it. */
export async function openEngine(factory: SqlMigrationAwareDriverAdapterFactory): Promise<SchemaEngine> {
  bindings ??= loadBindings();
  const { SchemaEngine } = await bindings;
  return SchemaEngine.new({ datamodels: undefined }, () => {}, bindMigrationAwareSqlAdapterFactory(factory));
}

type Bindings = typeof import('@prisma/schema-engine-wasm/schema_engine_bg');

/** Once a process, since the module holds one instance. */
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

function diffTarget(schema: string): DiffTarget {
  if (schema === 'empty') return { tag: 'empty' };
  return { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content: schema }] };
}
