import { expect, test } from 'vitest';
import { listMigrations, readMigrations, readObjects } from './migrationFiles.ts';

const migrations = await readMigrations();

test.each(migrations)('$name declares which builds it fits', async ({ sql, fits }) => {
  expect(sql).toMatch(/^(--.*\n)*-- fits: \S+\n/);
  if (fits !== null) expect(await listMigrations()).toContain(fits);
});

test.each(migrations)('$name builds no index that blocks writes', ({ sql }) => {
  const created = [...sql.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?("?\w+"?)/gi)].map(([, table]) => table);
  const indexed = [...sql.matchAll(/CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY).*? ON (?:ONLY )?("?\w+"?)/gi)];
  expect(indexed.map(([, table]) => table).filter((table) => !created.includes(table))).toEqual([]);
});

test.each(migrations)('$name leaves functions, triggers and views to prisma/objects', ({ sql }) => {
  expect(sql).not.toMatch(/CREATE (OR REPLACE )?(FUNCTION|TRIGGER|VIEW)/i);
});

/** Roles have no IF NOT EXISTS: `objects.service.test.ts` applies their object again. */
test.each(await readObjects())('the object $name can be applied again', ({ sql }) => {
  expect(sql).not.toMatch(/CREATE (?!OR REPLACE |SCHEMA IF NOT EXISTS |ROLE )/i);
});
