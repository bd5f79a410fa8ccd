import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { standings } from './adapters/adapter.ts';
import { subscriptionStatuses } from './billing/records/subscription.ts';
import { packageRoot } from './settings/packageRoot.ts';

/** Rules that neither the linter nor the import rules (.config/dependency-cruiser.cjs) can check. */

const root = packageRoot();
const sources = ['server', 'client', 'e2e', 'prisma']
  .flatMap((folder) => readdirSync(join(root, folder), { withFileTypes: true, recursive: true }))
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  .filter((path) => !/\/generated\//.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
const product = sources.filter(
  ({ path }) => !/\.(test|spec)\.tsx?$|\/testing\/|testing\.ts$|\/fixtures\/|^e2e\//.test(path),
);

const naming = (pattern: RegExp) => product.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
const within = (folder: string) => product.filter(({ path }) => path.startsWith(folder));

test('the project was found', () => {
  expect(product.length).toBeGreaterThan(300);
});

describe('in one place only', () => {
  test('the environment of the service is read', () => {
    const programs = /^server\/(sandbox|bench|cli)\/|^prisma\//;
    expect(naming(/process\.env/).filter((path) => !programs.test(path))).toEqual(['server/settings/environment.ts']);
  });

  test('a PrismaClient is created', () => {
    expect(naming(/new PrismaClient\b/)).toEqual(['server/database/client.ts']);
  });
});

test("billing contains no provider's name", () => {
  const named = within('server/billing/').filter(({ text }) => /\b(alpha|beta|gamma|stripe|creem|polar)\b/i.test(text));
  expect(named.map(({ path }) => path)).toEqual([]);
});

describe("a provider's own status decides nothing outside its adapter", () => {
  const beyond = product.filter(({ path }) => !/^server\/(adapters|sandbox|bench)\//.test(path));

  test('nobody reads it: it is only written', () => {
    const writers = beyond.filter(({ text }) => text.includes('nativeStatus')).map(({ path }) => path);
    expect(writers.sort()).toEqual([
      'server/billing/events/event.ts',
      'server/billing/events/rules/statedSubscription.ts',
      'server/billing/records/subscription.ts',
    ]);
  });

  test('nobody names it', () => {
    const stated = within('server/adapters/').flatMap(({ text }) => [...text.matchAll(/\['(\w+)', \{ status: '/g)]);
    const ours: readonly string[] = [...subscriptionStatuses, ...standings];
    const theirs = [...new Set(stated.map(([, word = '']) => word))].filter((word) => !ours.includes(word));
    expect(theirs).toEqual(expect.arrayContaining(['unpaid', 'incomplete_expired', 'scheduled_cancel', 'expired']));
    const named = new RegExp(`['"\`](${theirs.join('|')})['"\`]`);
    const readers = beyond.filter(({ path }) => /^(server\/(billing|database)|client)\//.test(path));
    expect(readers.filter(({ text }) => named.test(text)).map(({ path }) => path)).toEqual([]);
  });
});

/** Only Stripe has schedules that others can make. */
const isStripesOwn = (path: string) => path === 'calls/schedules.ts';

test("the adapters' folders have the same files", () => {
  const files = (provider: string) =>
    within(`server/adapters/${provider}/`)
      .map(({ path }) => relative(`server/adapters/${provider}`, path))
      .filter((path) => !isStripesOwn(path))
      .sort();
  expect(files('beta')).toEqual(files('alpha'));
  expect(files('gamma')).toEqual(files('alpha'));
});

test('plan names are in the plans file, tests and texts, not in code', () => {
  // The benchmark measures the default file; a sample serves tests.
  const own = product.filter(({ path }) => !/^server\/bench\/|\/sample\.ts$/.test(path));
  const named = own.filter(({ text }) => /\b(starter|enterprise)\b|(['"`])pro\2/i.test(text));
  expect(named.map(({ path }) => path)).toEqual([]);
});

test('no literal is spread into another only to influence the formatter', () => {
  expect(sources.filter(({ text }) => /\.{3}\{ \w+[:,} ]/.test(text)).map(({ path }) => path)).toEqual([]);
});

test('no file is longer than 250 lines', () => {
  const long = sources.filter(({ text }) => text.split('\n').length - 1 > 250);
  expect(long.map(({ path }) => path)).toEqual([]);
});

/** Folders with more than twelve sources, and the reason. */
const CROWDED: Record<string, string> = {
  'server/adapters/alpha': 'one file a kind of object or call, the same in every provider',
  'server/adapters/beta': 'as alpha',
  'server/adapters/gamma': 'as alpha',
  'server/adapters': 'the interface in parts, and what all providers share',
  'server/plans': 'one file a question about plans and prices',
  'server/billing/subscriptions': 'one verb a file',
  'server/billing/sync/reconcile': 'one step of a run a file',
  'server/database': 'one thing that PostgreSQL does for us a file',
  'server/billing/records': 'one record, or a part that records share, a file',
  'server/billing/events': 'the whole way of an event, one step a file',
  'server/billing/events/rules': 'one rule a file',
  'server/cli': 'one file a command',
  'server/trpc': 'one router a file',
  'server/sandbox/core': 'one file a concern of the pretend company',
  'server/sandbox/dialects/alpha/api': 'one file a resource of the company',
  'server/sandbox/dialects/gamma/api': 'one file a resource of the company',
  'client/text': 'one file a part of the copy, in each language',
  'client/components/ui': 'small parts that every page uses',
  'client/hooks': 'one file a hook',
  'client/pages': 'one file a page',
  'client/views': 'one file a rule of what a page shows',
};

test('a folder has at most twelve files, or a reason', () => {
  const folders = new Map<string, string[]>();
  const shared = sources.filter(({ path }) => /^server\/testing\/(?!.*\.test\.ts$)/.test(path));
  for (const { path } of [...product, ...shared])
    folders.set(dirname(path), [...(folders.get(dirname(path)) ?? []), basename(path)]);
  const crowded = [...folders].filter(([folder, files]) => files.length > 12 && !(folder in CROWDED));
  expect(crowded.map(([folder, files]) => `${folder}: ${files.join(' ')}`)).toEqual([]);
});

test("the README's pictures are at most 40 kB each (`npm run screenshots -- --readme`)", () => {
  const folder = join(root, 'e2e', 'readme');
  const sizes = readdirSync(folder).map((name) => readFileSync(join(folder, name)).length);
  expect(sizes).toHaveLength(3);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(40_000);
});
