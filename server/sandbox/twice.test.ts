import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSandbox } from './index.ts';
import { startTestSandbox, type TestSandbox } from './testing.ts';

let sandbox: TestSandbox;

beforeEach(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => sandbox.close());

/** Makes a purchase and returns the number of subscriptions. */
async function buy(): Promise<number> {
  const body = 'mode=subscription&line_items[0][price]=price_pro_month&success_url=https://shop.example/';
  const headers = {
    authorization: `Bearer ${sandbox.options.secretKey}`,
    'content-type': 'application/x-www-form-urlencoded',
  };
  const answer = await fetch(`${sandbox.url}/v1/checkout/sessions`, { method: 'POST', headers, body });
  const { id } = (await answer.json()) as { id: string };
  await sandbox.control('POST', `checkouts/${id}/pay`, { email: 'ada@example.com' });
  return (await sandbox.truth()).subscriptions.length;
}

/** The inode of the journal: compacting it creates a new file. */
const journalFile = () => statSync(join(sandbox.options.dataDir, 'journal.jsonl')).ino;

test('a second one in the same folder is refused by name, and purchases meanwhile are kept', async () => {
  await buy();
  const before = journalFile();
  await expect(startSandbox({ ...sandbox.options, port: 0 })).rejects.toThrow(
    `Another sandbox works in ${sandbox.options.dataDir} (process ${process.pid})`,
  );
  expect(journalFile()).toBe(before);
  await buy();
  await sandbox.restart();
  expect((await sandbox.truth()).subscriptions).toHaveLength(2);
});

test('of three started at the same moment one starts', async () => {
  const options = { ...sandbox.options, dataDir: join(sandbox.options.dataDir, 'other'), port: 0 };
  const starts = await Promise.allSettled([1, 2, 3].map(() => startSandbox(options)));
  const started = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  expect(started).toHaveLength(1);
  await started[0]?.close();
});

test('a port in use is an error before any stored data is changed', async () => {
  const dataDir = join(sandbox.options.dataDir, 'other');
  const path = join(dataDir, 'journal.jsonl');
  const port = Number(new URL(sandbox.url).port);
  mkdirSync(dataDir);
  writeFileSync(path, 'not to be looked at');
  const start = () => startSandbox({ ...sandbox.options, dataDir, port });
  await expect(start()).rejects.toThrow('EADDRINUSE');
  expect(readFileSync(path, 'utf8')).toBe('not to be looked at');
  rmSync(path);
  await expect(start()).rejects.toThrow('EADDRINUSE');
  expect(readdirSync(dataDir)).toEqual([]);
});
