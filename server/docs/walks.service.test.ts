import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { packageRoot } from '../settings/packageRoot.ts';
import { type SandboxedApp, startSandboxedApp } from '../testing/app/sandboxedApp.ts';

/** The two walks of the pages, compared with the stacks of a delivery and of a checkout. */

const read = (path: string) => readFileSync(join(packageRoot(), path), 'utf8');
const [, chapter = ''] = read('server/docs/architecture.md').split('## The two walks');
const rows = chapter
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => [...cell.matchAll(/`([\w/<>]+\.ts)`/g)].map(([, file = '']) => file)));
const rowsOf = (column: number) => rows.flatMap((cells) => (cells[column]?.length ? [cells[column]] : []));

const roomOf = (file: string) => (file.includes('/') ? file.split('/').slice(0, -1).join('/') : 'frame');
const first = <T>(found: readonly T[]) => found.filter((each, index) => found.indexOf(each) === index);
const server = fileURLToPath(new URL('..', import.meta.url));

/** The product's files on the present stack, outermost first. */
function filesOnStack(): string[] {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 200;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = limit;
  const files = stack.split('\n').map((line) => /(?:file:\/\/)?(\/[^\s()]+?\.ts)[:?]/.exec(line)?.[1] ?? '');
  const own = files.filter((file) => file.startsWith(server)).map((file) => file.slice(server.length));
  return first(
    own
      .filter((file) => !/^(docs|testing|sandbox|http|database)\/|^adapters\/trace\.ts$|\.test\.ts$/.test(file))
      .reverse(),
  );
}

interface Watch {
  note(files: string[]): void;
  /** By the call's first argument. Default: every call. */
  isMeant?(argument: unknown): boolean;
}

/** Notes the stack of each call that is meant, then passes it on. */
function watch(target: object, name: string, { note, isMeant = () => true }: Watch) {
  const before = Object.getOwnPropertyDescriptor(target, name);
  const method = Reflect.get(target, name) as (...given: unknown[]) => unknown;
  Object.defineProperty(target, name, {
    configurable: true,
    writable: true,
    value(this: unknown, ...given: unknown[]) {
      if (isMeant(given[0])) note(filesOnStack());
      return method.apply(this, given);
    },
  });
  onTestFinished(() => {
    if (before) Object.defineProperty(target, name, before);
    else Reflect.deleteProperty(target, name);
  });
}

let app: SandboxedApp;
beforeAll(async () => {
  app = await startSandboxedApp('gamma');
});
afterAll(() => app.close());

describe('a webhook', () => {
  test('passes the files of the table in this order, and returns to no room', async () => {
    const { billing, bodies } = app.deps;
    const ada = await app.signUp();
    const { sessionId } = await app.checkout(ada, { plan: 'pro' });
    const passed: Record<string, string[]> = {};
    const noteAs = (name: string) => (files: string[]) => {
      passed[name] ??= files;
    };
    const isWrite = (query: unknown) => String(Object(query).name).startsWith('write');
    watch(bodies, 'read', { note: noteAs('read') });
    watch(billing.adapter, 'validateWebhook', { note: noteAs('verify') });
    watch(billing.queue, 'apply', { note: noteAs('queue') });
    watch(pg.Pool.prototype, 'query', { note: noteAs('write'), isMeant: isWrite });
    await app.control('POST', `checkouts/${sessionId}/pay`, { number: '4242424242424242' });
    await app.settle();
    expect(await app.deps.billing.database.prisma.subscription.count({ where: { userId: ada.id } })).toBe(1);
    const { read = [], verify = [], queue = [], write = [] } = passed;
    const files = first([...read, ...verify, ...queue, ...write]);
    expect(files).toEqual(rowsOf(2).map(([file]) => file));
    expect(files.length).toBeLessThanOrEqual(8);
    const rooms = files.map(roomOf).filter((room, index, all) => room !== all[index - 1]);
    expect(rooms).toEqual(first(rooms));
  });

  test('passes only rooms that the README names', () => {
    const [, paragraph = ''] = /^\*\*A webhook\*\*:([\s\S]*?)\n\n/m.exec(read('README.md')) ?? [];
    const rooms = rowsOf(2).map(([file = '']) => roomOf(file));
    const named = first(['http', ...rooms.filter((room) => room !== 'frame'), 'database']);
    expect(named.filter((room) => !paragraph.includes(`server/${room}/`))).toEqual([]);
    expect(paragraph).toContain('server/app.ts');
  });
});

test.each(['rest', 'trpc'])('a checkout by %s passes the files of the table in this order', async (api) => {
  const { adapter, prices } = app.deps.billing;
  const table = rowsOf(3).map((files) => files.find((file) => file.startsWith(`${api}/`)) ?? files[0] ?? '');
  const known = table.map((file) => file.replace('<provider>', adapter.provider));
  const ada = await app.signUp();
  const stacks: string[][] = [];
  const note = (files: string[]) => stacks.push(files.filter((file) => known.includes(file)));
  const isCheckout = (url: unknown) => /\/v1\/checkouts\/?$/.test(String(url));
  watch(prices, 'takesSeats', { note });
  watch(adapter, 'createCheckout', { note });
  watch(globalThis, 'fetch', { note, isMeant: isCheckout });
  if (api === 'rest') await app.checkout(ada, { plan: 'pro' });
  else await app.trpc(ada, 'checkout.start', { plan: 'pro' });
  // The session is read first: no stack of a checkout goes back to the frame.
  expect(['app.ts', ...first(stacks.flat())]).toEqual(known);
  expect(known.length).toBeLessThanOrEqual(8);
});
