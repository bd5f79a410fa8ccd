import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createCallerQueues } from './callerQueues.ts';
import { createUserQueues } from './userQueues.ts';

/** Work that ends on demand, and how much of it runs. */
function createWork() {
  const ends: (() => void)[] = [];
  const seen = { running: 0, most: 0, begun: [] as string[] };
  const work = (name: string) => async () => {
    seen.begun.push(name);
    seen.running += 1;
    seen.most = Math.max(seen.most, seen.running);
    await new Promise<void>((resolve) => ends.push(resolve));
    seen.running -= 1;
    return name;
  };
  const endAll = async () => {
    while (ends.length > 0) {
      ends.shift()?.();
      await sleep(0);
    }
  };
  return { seen, work, endAll };
}

test("limits one user's simultaneous calls and keeps their order, without delaying another user", async () => {
  const queues = createUserQueues({ atOnce: 2, mostWaiting: 10 });
  const { seen, work, endAll } = createWork();
  const all = ['a1', 'a2', 'a3', 'a4'].map((name) => queues.run('ada', work(name)));
  all.push(queues.run('bob', work('b1')));
  await sleep(0);
  expect(seen.begun).toEqual(['a1', 'a2', 'b1']);
  await endAll();
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1']);
  expect([seen.begun, seen.most]).toEqual([['a1', 'a2', 'b1', 'a3', 'a4'], 3]);
});

test("refuses calls beyond the queue's limit and accepts later ones", async () => {
  const queues = createUserQueues({ atOnce: 1, mostWaiting: 2 });
  const { work, endAll } = createWork();
  const all = ['1', '2', '3'].map((name) => queues.run('ada', work(name)));
  await expect(queues.run('ada', work('4'))).rejects.toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 1 });
  const end = setInterval(() => void endAll(), 1);
  await Promise.all(all);
  expect(await queues.run('ada', async () => 'again')).toBe('again');
  clearInterval(end);
});

test("one user's waiting calls take no places of the service key that other users' calls need", async () => {
  const queues = createCallerQueues();
  const { seen, work, endAll } = createWork();
  const ask = (id: string) => queues.run({ id, key: 'web' }, work(id));
  const all = Array.from({ length: 60 }, () => ask('ada'));
  all.push(ask('bob'));
  await sleep(0);
  expect(seen.begun).toEqual([...Array(4).fill('ada'), 'bob']);
  const end = setInterval(() => void endAll(), 1);
  expect(await Promise.all(all)).toHaveLength(61);
  clearInterval(end);
});

test('a refusal is held for the second after which a retry may succeed; what is accepted meanwhile is not', async () => {
  const queues = createUserQueues({ atOnce: 1, mostWaiting: 0 });
  const { work, endAll } = createWork();
  const accepted = queues.run('ada', work('1'));
  const begun = performance.now();
  const refusal = expect(queues.run('ada', work('2'))).rejects.toMatchObject({ retryAfterSeconds: 1 });
  await sleep(0);
  await endAll();
  expect([await accepted, performance.now() - begun < 1_000]).toEqual(['1', true]);
  await refusal;
  expect(performance.now() - begun).toBeGreaterThan(990);
});

test("a service key's calls for many users are limited together", async () => {
  const queues = createCallerQueues();
  const { seen, work, endAll } = createWork();
  const all = Array.from({ length: 40 }, (_, nth) => queues.run({ id: `user_${nth}`, key: 'web' }, work('web')));
  all.push(queues.run({ id: 'ada' }, work('ada')));
  await sleep(0);
  expect(seen.begun.toSorted()).toEqual(['ada', ...Array(32).fill('web')]);
  const end = setInterval(() => void endAll(), 1);
  await Promise.all(all);
  clearInterval(end);
});
