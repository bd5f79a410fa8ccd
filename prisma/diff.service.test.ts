import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { packageRoot } from '../server/settings/packageRoot.ts';
import { writeMigration } from './diff.ts';
import { diffToSql } from './engine.ts';

const schema = (fields: string) =>
  `datasource db {\n  provider = "postgresql"\n}\nmodel Thing {\n  id String @id\n${fields}\n}\n`;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'diff-'));
  await git('init', '-q');
  await git('commit', '-q', '--allow-empty', '-m', 'nothing yet');
});
afterEach(() => rm(folder, { recursive: true }));

const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
const git = (...words: string[]) => promisify(execFile)('git', [...identity, ...words], { cwd: folder });
const writeSchema = (fields: string) => writeFile(join(folder, 'schema.prisma'), schema(fields));
const readSql = (name?: string) => readFile(join(folder, 'migrations', `${name}`, 'migration.sql'), 'utf8');

async function commit(): Promise<void> {
  await git('add', '-A');
  await git('commit', '-q', '-m', 'a schema');
}

test('returns the SQL between two schemas', async () => {
  expect(await diffToSql({ from: schema(''), to: schema('  size Int?') })).toBe(
    '-- AlterTable\nALTER TABLE "Thing" ADD COLUMN     "size" INTEGER;',
  );
  expect(await diffToSql({ from: schema(''), to: schema('') })).toBe('');
});

test('writes a migration from the last commit’s schema to the current one', async () => {
  await writeSchema('');
  const first = await writeMigration('Add things!', folder);
  expect(first).toMatch(/^\d{14}_add_things$/);
  expect(await readSql(first)).toContain('-- CreateTable\nCREATE TABLE "Thing"');
  await commit();
  expect(await writeMigration('again', folder)).toBeUndefined();

  await writeSchema('  size Int?');
  const second = await writeMigration('size', folder);
  expect(await readSql(second)).toBe(
    `-- fits: ${first}\n\n-- AlterTable\nALTER TABLE "Thing" ADD COLUMN     "size" INTEGER;\n`,
  );
  await commit();
  await writeSchema('  size Int?\n  weight Int?');
  expect(await readSql(await writeMigration('weight', folder))).toContain(`-- fits: ${first}\n`);
});

test('names a changed object in a migration of its own: an older build then leaves it', async () => {
  await writeSchema('');
  await writeMigration('first', folder);
  await commit();
  await mkdir(join(folder, 'objects'));
  await writeFile(join(folder, 'objects', 'note_thing.sql'), 'SELECT 1');
  expect(await readSql(await writeMigration('note', folder))).toMatch(
    /^-- fits: \d+_first\n\n-- Objects: note_thing\n$/,
  );
});

test('refuses a second migration before the first is committed: it would repeat the first', async () => {
  await writeSchema('');
  await writeMigration('first', folder);
  await writeSchema('  size Int?');
  await expect(writeMigration('second', folder)).rejects.toThrow('commit or delete first');
});

test('refuses a migration without a name', async () => {
  await expect(writeMigration(' !', folder)).rejects.toThrow('needs a name');
});

test('the command generates the client: code may use the new column at once', async () => {
  const root = packageRoot();
  for (const name of ['package.json', '.config', 'prisma', 'server/settings'])
    await cp(join(root, name), join(folder, name), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await commit();
  const file = join(folder, 'prisma/schema.prisma');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('model Lease {', 'model Lease {\n  colour String?'));
  await promisify(execFile)(
    process.execPath,
    [join(root, 'node_modules/tsx/dist/cli.mjs'), 'prisma/diffCommand.ts', 'colour'],
    {
      cwd: folder,
    },
  );
  expect(await readFile(join(folder, 'server/database/generated/models/Lease.ts'), 'utf8')).toContain('colour');
});
