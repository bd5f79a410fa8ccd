import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createJobs } from '../billing/sync/schedule.ts';
import { mailJobs } from '../service.ts';
import { packageRoot } from '../settings/packageRoot.ts';
import { startTestApp } from '../testing/app/app.ts';
import { mailKept } from '../testing/logins/mails.ts';

const page = readFileSync(join(packageRoot(), 'server/docs/jobs.md'), 'utf8');

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;
const inWords = (ms: number) => {
  const [unit, size] = UNITS.find(([, size]) => ms % size === 0) ?? ['ms', 1];
  return `${ms / size} ${unit}`;
};

test("the page's table has every job with its times", async () => {
  const app = await startTestApp(mailKept);
  onTestFinished(() => app.close());
  const { billing, settings, worker } = app.deps;
  const jobs = [...createJobs(billing, settings), ...mailJobs(app.deps), worker.job];
  const rows = jobs.map(({ name, everyMs, runs, lateMs }) =>
    name === 'reconcile alpha'
      ? 'reconcile P | `RECONCILE_EVERY` | one | twice `RECONCILE_EVERY`'
      : [name.replace('alpha', 'P'), inWords(everyMs), runs, inWords(lateMs)].join(' | '),
  );
  const told = [...page.matchAll(/^\| `([^`]+)` \| ([^|]+) \| (one|all) \| ([^|]+) \| [^|]+ \|$/gm)];
  expect(told.map(([, ...cells]) => cells.join(' | ')).toSorted()).toEqual(rows.toSorted());
});

const sources = ['server', 'prisma']
  .flatMap((folder) =>
    readdirSync(join(packageRoot(), folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|\/(testing|generated|sandbox|bench)\//.test(path))
  .map((path) => ({ name: basename(path), text: readFileSync(join(packageRoot(), path), 'utf8') }));

test.each([
  ['rows that wait for any process', /(?<!const )\bclaimDue\(/],
  ['one process at a time', /(?<!function )\bwithLease\(/],
  ['one transaction at a time', /pg_(try_)?advisory/],
  ['through a large table', /(?<!function )\binSlices\(/],
  ['a provider is away', /(?<!function )\bcreateAway\(/],
])('the page names every file with the idea "%s"', (idea, pattern) => {
  const row = page.split('\n').find((line) => line.startsWith(`| ${idea}`)) ?? '';
  const named = [...row.matchAll(/`(\w+\.ts)`/g)].map(([, name]) => name);
  const found = sources.filter(({ text }) => pattern.test(text)).map(({ name }) => name);
  expect(named.toSorted()).toEqual(found.toSorted());
});

test('no other file claims rows by a time of its own, or has a back-off of its own', () => {
  const forms = /interval '\d+ (?:seconds|minutes)'[^`]*SKIP LOCKED|power\(2,/;
  const found = sources.filter(({ text }) => forms.test(text)).map(({ name }) => name);
  // Of a row, and of a job.
  expect(found.toSorted()).toEqual(['jobRecord.ts', 'queueRows.ts']);
});
