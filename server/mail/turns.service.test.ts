import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app/app.ts';
import type { Person } from '../testing/app/people.ts';
import { until } from '../testing/run/until.ts';
import type { MailKind } from './message.ts';
import { createOutbox, type OutboxOptions } from './outbox.ts';

/** Without a mail server: only the outboxes of the tests send. */
let app: TestApp;
let person: Person;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  person = await app.signUp();
  await pool().query('DELETE FROM mail');
});

const pool = () => app.deps.billing.database.pool;
const outboxBy = (send: OutboxOptions['send'], more: Partial<OutboxOptions> = {}) => {
  const { settings, billing } = app.deps;
  const renew = async () => null;
  return createOutbox(pool(), { send, brand: settings.brand, log: billing.log, keepDays: 7, renew, ...more });
};
const queue = async (kind: MailKind, mails = 1) => {
  const outbox = outboxBy(async () => {});
  for (let mail = 0; mail < mails; mail += 1)
    await outbox.queue(person.id, { kind, to: person.email, language: 'en', link: 'https://billing.example.com' });
};
const waiting = async () => (await pool().query('SELECT attempts, "dueAt" FROM mail')).rows;

test('a mail that a slow server takes longer than a claim is sent by nobody else', async () => {
  await queue('verify');
  let accept = () => {};
  const sending = outboxBy(() => new Promise((resolve) => (accept = resolve)), { holdEveryMs: 20 }).sendDue();
  await until('it is claimed', async () => (await waiting())[0]?.attempts === 1);
  await pool().query(`UPDATE mail SET "dueAt" = now() + interval '50 milliseconds'`);
  const isHeld = async () => (await pool().query(`SELECT FROM mail WHERE "dueAt" > now() + interval '20 s'`)).rowCount;
  await until('its claim is renewed', isHeld, 3_000);
  let others = 0;
  await outboxBy(async () => void others++).sendDue();
  expect(others).toBe(0);
  accept();
  await sending;
  expect(await waiting()).toEqual([]);
});

test('a mail that somebody waits for goes out before thousands of reminders', async () => {
  await queue('renewal_ahead', 25);
  await queue('reset');
  const sent: string[] = [];
  await outboxBy(async ({ subject }) => void sent.push(subject)).sendDue();
  expect(sent).toHaveLength(26);
  expect(sent.slice(0, 10)).toContain('Choose a new password');
});

test('a run ends in time, however many mails wait, and says that it went well', async () => {
  await queue('renewal_ahead', 25);
  let sent = 0;
  const outbox = outboxBy(async () => void sent++, { turnMs: 0 });
  await outbox.sendDue();
  expect(sent).toBe(10);
  for (let run = 0; run < 2; run += 1) await outbox.sendDue();
  expect([sent, await waiting()]).toEqual([25, []]);
});
