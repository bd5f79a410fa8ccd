import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';

let first: TestApp;
let second: TestApp;
beforeAll(async () => {
  first = await startTestApp();
  second = await startTestApp({}, first);
});
afterAll(async () => {
  await second.close();
  await first.close();
});

let events = 0;
const created = (userId: string) => {
  events += 1;
  const object = {
    id: `sub_${userId}`,
    customer: `cus_${userId}`,
    status: 'active',
    metadata: { userId, plan: 'pro' },
  };
  return { id: `evt_${events}`, type: 'subscription.created', created: 1_767_000_000 + events, data: { object } };
};

/** The server-sent events of `subscription.changes` as they come, a line each. */
async function listen(app: TestApp, cookie: string, signal: AbortSignal) {
  const response = await app.call('/api/trpc/subscription.changes', { headers: { cookie }, signal });
  const lines: string[] = [];
  const decoder = new TextDecoder();
  const reading = (async () => {
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
      lines.push(...decoder.decode(chunk).split('\n'));
  })().catch(() => undefined);
  return {
    status: response.status,
    reading,
    text: () => lines.join('\n'),
    count: () => lines.filter((line) => line.includes('"at"')).length,
  };
}

async function until(condition: () => boolean): Promise<void> {
  const end = Date.now() + 5_000;
  while (!condition() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(condition()).toBe(true);
}

it('tells an open page of a change that another process applied, and nobody else', async () => {
  const stop = new AbortController();
  const [person, other] = [await first.signUp(), await first.signUp()];
  const mine = await listen(first, person.cookie, stop.signal);
  const theirs = await listen(first, other.cookie, stop.signal);
  // One at the start, and one once the feed's connection stands.
  await until(() => mine.count() === 2 && theirs.count() >= 1);
  const before = theirs.count();
  const answer = await second.deliver(created(person.id));
  expect([answer.status, second.logged]).toEqual([200, []]);
  await until(() => mine.count() === 3);
  expect(theirs.count()).toBe(before);
  stop.abort();
  await Promise.all([mine.reading, theirs.reading]);
});

it('needs a session', async () => {
  const response = await first.call('/api/trpc/subscription.changes');
  expect(await response.text()).toContain('UNAUTHORIZED');
});

it('breaks off when the service closes, so that pages connect again', async () => {
  const app = await startTestApp({}, first);
  const person = await app.signUp();
  const mine = await listen(app, person.cookie, new AbortController().signal);
  await until(() => mine.count() >= 1);
  await app.deps.changeFeed.close();
  await mine.reading;
  expect(mine.text()).not.toContain('event: return');
  await app.close();
});
