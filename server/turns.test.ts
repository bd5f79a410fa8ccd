import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('runs a limited number at once and the others in order of arrival', async () => {
  const inTurn = createTurns({ atOnce: 2, mostWaiting: 10 });
  const ended: number[] = [];
  let running = 0;
  let most = 0;
  const work = (name: number) => async () => {
    running += 1;
    most = Math.max(most, running);
    await sleep(5);
    running -= 1;
    ended.push(name);
  };
  await Promise.all([1, 2, 3, 4, 5, 6].map((name) => inTurn(work(name))));
  expect([most, ended]).toEqual([2, [1, 2, 3, 4, 5, 6]]);
});

test('a failure frees its place', async () => {
  const inTurn = createTurns({ atOnce: 1, mostWaiting: 1 });
  const failing = inTurn(() => Promise.reject(new Error('no')));
  const next = inTurn(async () => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
});

test("beyond the queue's limit a call is refused with a retry time; later calls are accepted again", async () => {
  const inTurn = createTurns({ atOnce: 1, mostWaiting: 2 });
  let end = () => {};
  const first = inTurn(() => new Promise<void>((resolve) => (end = resolve)));
  const others = [inTurn(async () => {}), inTurn(async () => {})];
  const refusal = { code: 'too_many_requests', retryAfterSeconds: 10 };
  await expect(inTurn(async () => {})).rejects.toMatchObject(refusal);
  end();
  await Promise.all([first, ...others]);
  expect(await inTurn(async () => 'done')).toBe('done');
});
