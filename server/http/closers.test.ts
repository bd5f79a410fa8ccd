import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Closers } from './closers.ts';

function open() {
  const closed: string[] = [];
  const logged: unknown[] = [];
  const closers = new Closers({ error: (entry: unknown) => void logged.push(entry) });
  const named =
    (name: string, ms = 0) =>
    async () => {
      await sleep(ms);
      closed.push(name);
    };
  return { closers, closed, logged, named };
}

test('closes in reverse order, one after another, and the program last', async () => {
  const { closers, closed, logged, named } = open();
  closers.closeLast(named('program'));
  closers.push(named('first', 20));
  closers.push(named('second', 20));
  expect(await closers.close(1_000)).toBe(true);
  expect(closed).toEqual(['second', 'first', 'program']);
  expect(logged).toEqual([]);
});

test('a failure does not keep the others open', async () => {
  const { closers, closed, logged, named } = open();
  closers.closeLast(named('program'));
  closers.push(named('first'));
  closers.push(() => Promise.reject(new Error('no')));
  expect(await closers.close(1_000)).toBe(false);
  expect(closed).toEqual(['first', 'program']);
  expect(logged).toEqual([{ err: new Error('no') }]);
});

test("a hanging close delays the others only up to a limit, and the program's close is awaited", async () => {
  const { closers, closed, named } = open();
  closers.closeLast(named('program', 200));
  closers.push(named('first'));
  closers.push(() => new Promise(() => {}));
  const begun = performance.now();
  expect(await closers.close(100)).toBe(false);
  expect(closed).toEqual(['first', 'program']);
  expect(performance.now() - begun).toBeGreaterThan(280);
  expect(performance.now() - begun).toBeLessThan(5_000);
});

test('a second close does nothing', async () => {
  const { closers, closed, named } = open();
  closers.closeLast(named('program'));
  closers.push(named('first'));
  await Promise.all([closers.close(1_000), closers.close(1_000)]);
  expect(closed).toEqual(['first', 'program']);
});
