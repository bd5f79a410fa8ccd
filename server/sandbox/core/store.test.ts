import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { KeptAnswer } from './store.ts';
import { Store } from './store.ts';

let directory: string;
let path: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sandbox-store-'));
  path = join(directory, 'journal.jsonl');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const answer = (id: string, body: unknown = id): KeptAnswer => ({ id, fingerprint: 'f', body, createdAt: 1 });

test('a written record is there for the next store without a close', () => {
  const store = new Store(directory);
  store.put('answers', answer('a'));
  store.put('answers', answer('b'));
  store.update('answers', 'a', { body: 'changed' });
  store.remove('answers', 'b');
  expect(new Store(directory).all('answers')).toEqual([answer('a', 'changed')]);
});

test('a torn last line is ignored, and writing continues after it', () => {
  new Store(directory).put('answers', answer('a'));
  appendFileSync(path, '[["answers","b",{"id":"b","finger');
  const next = new Store(directory);
  expect(next.all('answers')).toEqual([answer('a')]);
  next.put('answers', answer('c'));
  expect(new Store(directory).all('answers')).toEqual([answer('a'), answer('c')]);
});

test('any truncation of the file leaves the beginning of the history, never half a transaction', () => {
  const store = new Store(directory);
  for (const round of [1, 2, 3]) {
    store.transaction(() => {
      store.put('answers', answer(`left ${round}`));
      store.put('answers', answer(`right ${round}`));
    });
  }
  const whole = readFileSync(path);
  for (let length = 0; length <= whole.length; length += 7) {
    writeFileSync(path, whole.subarray(0, length));
    const records = new Store(directory).all('answers');
    expect(records.length % 2).toBe(0);
    expect(records.map(({ id }) => id)).toEqual(
      [1, 2, 3].flatMap((round) => [`left ${round}`, `right ${round}`]).slice(0, records.length),
    );
  }
});

test('damage before the last line is an error that names the line', () => {
  writeFileSync(path, '[["answers","a",{"id":"a"}]]\nnonsense\n[["answers","b",{"id":"b"}]]\n');
  expect(() => new Store(directory)).toThrow(/line 2 is damaged/);
});

test('a transaction that throws leaves nothing, in memory or on disk', () => {
  const store = new Store(directory);
  store.put('answers', answer('a'));
  const failing = () =>
    store.transaction(() => {
      store.update('answers', 'a', { body: 'changed' });
      store.put('answers', answer('b'));
      throw new Error('no');
    });
  expect(failing).toThrow('no');
  expect(store.all('answers')).toEqual([answer('a')]);
  expect(new Store(directory).all('answers')).toEqual([answer('a')]);
});

test('records read before a change are snapshots', () => {
  const store = new Store(directory);
  const before = store.put('answers', answer('a'));
  store.update('answers', 'a', { body: 'changed' });
  expect(before.body).toBe('a');
});

test('a start compacts the file to one line per record', () => {
  const store = new Store(directory);
  for (let round = 0; round < 50; round += 1) store.put('answers', answer('a', round));
  new Store(directory);
  expect(readFileSync(path, 'utf8').trim().split('\n')).toHaveLength(1);
});
