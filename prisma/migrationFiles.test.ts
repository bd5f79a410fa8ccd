import { expect, test } from 'vitest';
import { listMigrations, readMigrations } from './migrationFiles.ts';

/** The last migration from before the `fits` marks. */
const UNMARKED = '20261121045924_hot_updates';

const marked = (await readMigrations()).filter(({ name }) => name > UNMARKED);

test.each(marked)('$name declares which builds it fits', async ({ sql, fits }) => {
  expect(sql).toMatch(/^(--.*\n)*-- fits: \S+\n/);
  if (fits !== null) expect(await listMigrations()).toContain(fits);
});

test.each(marked)('$name builds no index that blocks writes', ({ sql }) => {
  const created = [...sql.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?("?\w+"?)/gi)].map(([, table]) => table);
  const indexed = [...sql.matchAll(/CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY).*? ON (?:ONLY )?("?\w+"?)/gi)];
  expect(indexed.map(([, table]) => table).filter((table) => !created.includes(table))).toEqual([]);
});
