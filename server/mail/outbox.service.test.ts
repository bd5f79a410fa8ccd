import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Metrics } from '../metrics/metrics.ts';
import { startTestApp, type TestApp } from '../testing/app/app.ts';
import { PASSWORD } from '../testing/app/canaries.ts';
import type { Person } from '../testing/app/people.ts';
import { startSandboxedApp } from '../testing/app/sandboxedApp.ts';
import { post } from '../testing/calls/requests.ts';
import { type MailServer, startMailServer } from '../testing/logins/mailServer.ts';
import { mayComplain } from '../testing/run/complaints.ts';
import type { MailRequest } from './message.ts';
import type { Outbox } from './outbox.ts';

mayComplain(/A mail (was refused|was given up|will be retried)/);

let server: MailServer;
let app: TestApp;
let person: Person;

beforeAll(async () => {
  server = await startMailServer();
  app = await startTestApp({
    MAIL_URL: server.url,
    MAIL_FROM: 'Billing <billing@example.com>',
    METRICS_TOKEN: 't'.repeat(32),
  });
});
afterAll(async () => {
  await app.close();
  await server.close();
});
beforeEach(async () => {
  person = await app.signUp();
  await app.deps.billing.database.pool.query('DELETE FROM mail');
  server.received.length = 0;
});

const outbox = () => app.deps.outbox as Outbox;
const request = (more: Partial<MailRequest> = {}): MailRequest => ({
  kind: 'verify',
  to: person.email,
  language: 'de',
  link: 'https://billing.example.com/verify-address?token=secret-token',
  ...more,
});
const waiting = async () =>
  (await app.deps.billing.database.pool.query('SELECT attempts, "lastError" FROM mail ORDER BY "queuedAt"')).rows;
const makeDue = () => app.deps.billing.database.pool.query('UPDATE mail SET "dueAt" = now()');

test('sends a mail as text and HTML from the configured address, and deletes it', async () => {
  await outbox().queue(person.id, request());
  await outbox().sendDue();
  expect(server.received).toMatchObject([{ from: 'billing@example.com', to: [person.email] }]);
  const [{ source } = { source: '' }] = server.received;
  expect(source).toMatch(/^From: Billing <billing@example\.com>/m);
  expect(source).toMatch(/^Auto-Submitted: auto-generated/im);
  expect(source).toContain('multipart/alternative');
  expect(source.match(/Content-Type: text\/(plain|html)/g)).toHaveLength(2);
  expect(await waiting()).toEqual([]);
});

test('two concurrent senders send each of many mails once', async () => {
  const links = Array.from({ length: 35 }, (_, index) => `https://billing.example.com/?token=number-${index}-`);
  for (const link of links) await outbox().queue(person.id, request({ link }));
  await Promise.all([outbox().sendDue(), outbox().sendDue()]);
  expect(server.received).toHaveLength(links.length);
  expect(await waiting()).toEqual([]);
});

test('retries a mail later when the server is busy', async () => {
  server.refusals.push({ status: 451, text: 'try again later' });
  await outbox().queue(person.id, request());
  await expect(outbox().sendDue()).rejects.toThrow('could not be sent');
  expect(await waiting()).toEqual([{ attempts: 1, lastError: expect.stringContaining('451') }]);
  await outbox().sendDue();
  expect(server.received).toEqual([]);
  await makeDue();
  await outbox().sendDue();
  expect(server.received).toHaveLength(1);
  expect(await waiting()).toEqual([]);
});

test('drops a mail to a permanently refused address and sends the others', async () => {
  server.refusals.push({ status: 550, text: 'no such user' });
  await outbox().queue(person.id, request());
  await outbox().sendDue();
  await outbox().queue(person.id, request());
  await outbox().sendDue();
  expect(server.received).toHaveLength(1);
  expect(await waiting()).toEqual([]);
});

test.each([
  ['the sender', { status: 550, text: 'sender unknown', of: 'sender' as const }],
  ['the content', { status: 554, text: 'looks like spam', of: 'content' as const }],
  ["the sender, in the recipient's place", { status: 550, text: '5.1.8 sender domain unknown' }],
  ['us, by policy', { status: 550, text: '5.7.1 not allowed to relay' }],
])('keeps a mail while the server refuses %s, and fails the job', async (_what, refusal) => {
  server.refusals.push(refusal);
  await outbox().queue(person.id, request());
  await expect(outbox().sendDue()).rejects.toThrow(`${refusal.status}`);
  expect(await waiting()).toMatchObject([{ attempts: 1 }]);
  await makeDue();
  await outbox().sendDue();
  expect([server.received.length, await waiting()]).toEqual([1, []]);
});

test('keeps a mail as long as its link works, a notice for MAIL_KEEP_DAYS, and one with a date until then', async () => {
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  for (const more of [
    { kind: 'verify' },
    { kind: 'reset' },
    { kind: 'duplicate_ended' },
    { kind: 'trial_ends', until: inHours(60) },
    { kind: 'cancel_link', until: inHours(900) },
  ] as const)
    await outbox().queue(person.id, request(more));
  const { rows } = await app.deps.billing.database.pool.query(
    `SELECT kind, round(extract(epoch FROM "expiresAt" - now()) / 3600)::int AS hours FROM mail`,
  );
  expect(Object.fromEntries(rows.map(({ kind, hours }) => [kind, hours]))).toEqual({
    verify: 24,
    reset: 1,
    duplicate_ended: 7 * 24,
    trial_ends: 60,
    cancel_link: 7 * 24,
  });
});

test('what is no longer true when the mail server is back is not sent, and counted', async () => {
  const concerns = { subscriptionId: 'ended meanwhile' };
  await outbox().queue(person.id, request({ kind: 'two_subscriptions', concerns }));
  await outbox().sendDue();
  expect([server.received, await waiting()]).toEqual([[], []]);
  const { text } = await (app.deps.metrics as Metrics).expose();
  expect(text).toContain('billing_mails_total{outcome="outdated"} 1');
});

test('counts mails by outcome', async () => {
  const counted = async () => {
    const { text } = await (app.deps.metrics as Metrics).expose();
    return Object.fromEntries(
      [...text.matchAll(/^billing_mails_total\{outcome="(\w+)"\} (\d+)$/gm)].map(([, outcome, count]) => [
        outcome,
        Number(count),
      ]),
    );
  };
  const before = await counted();
  server.refusals.push({ status: 550, text: 'no such user' }, { status: 451, text: 'later' });
  for (let mail = 0; mail < 3; mail += 1) await outbox().queue(person.id, request());
  await outbox().sendDue();
  await app.deps.billing.database.pool.query('UPDATE mail SET "dueAt" = now(), "expiresAt" = now()');
  await outbox().sendDue();
  const after = await counted();
  expect(
    Object.fromEntries(Object.keys(after).map((outcome) => [outcome, (after[outcome] ?? 0) - (before[outcome] ?? 0)])),
  ).toEqual({
    sent: 1,
    retried: 1,
    refused: 1,
    expired: 1,
    outdated: 0,
  });
});

test('drops a mail when it has expired', async () => {
  await outbox().queue(person.id, request());
  await app.deps.billing.database.pool.query('UPDATE mail SET "expiresAt" = now()');
  await outbox().sendDue();
  expect([server.received, await waiting()]).toEqual([[], []]);
});

test('deletes the mails of a deleted account', async () => {
  await outbox().queue(person.id, request());
  const response = await app.call('/api/auth/delete-user', post({ password: PASSWORD }, person.cookie));
  expect(response.status).toBe(200);
  expect(await waiting()).toEqual([]);
});

test('writes neither recipient nor content of a mail into the log or the error column', async () => {
  server.refusals.push({ status: 550, text: 'no such user' }, { status: 451, text: 'try again later' });
  await outbox().queue(person.id, request());
  await outbox().queue(person.id, request());
  await outbox()
    .sendDue()
    .catch(() => undefined);
  const logged = app.logged.join('\n');
  expect(logged).toContain('A mail was refused');
  expect(logged).toContain('A mail will be retried');
  expect(logged).not.toContain(person.email);
  expect(logged).not.toContain('secret-token');
  expect(JSON.stringify(await waiting())).not.toContain('@');
});

test('fails the job without secrets in the reason when the server is unreachable', async () => {
  const away = await startTestApp({
    MAIL_URL: 'smtp://billing:pass-of-nobody@127.0.0.1:1',
    MAIL_FROM: 'a@example.com',
  });
  const { id } = await away.signUp();
  await away.deps.outbox?.queue(id, request());
  await expect(away.deps.outbox?.sendDue()).rejects.toThrow(/^The mail could not be sent: \w+ \w+$/);
  await away.close();
});

describe('without a mail server', () => {
  test('has no outbox without a sandbox', async () => {
    const without = await startTestApp();
    expect(without.deps.outbox).toBeNull();
    await without.close();
  });

  test('puts mails into the mailbox of the sandbox', async () => {
    const sandboxed = await startSandboxedApp('alpha');
    const { id, email } = await sandboxed.signUp();
    await sandboxed.deps.outbox?.queue(id, request({ to: email, language: 'en' }));
    await sandboxed.deps.outbox?.sendDue();
    const { mails } = await sandboxed.control<{ mails: object[] }>('GET', `mails?to=${email}`);
    expect(mails[0]).toMatchObject({ to: email, subject: 'Confirm your email address' });
    const page = await (await fetch(`${sandboxed.sandboxUrl}/_sandbox/mailbox?to=${email}`)).text();
    expect(page).toContain('<a href="https://billing.example.com/verify-address?token=secret-token">');
    expect((await fetch(`${sandboxed.sandboxUrl}/_sandbox/mails`, { method: 'POST' })).status).toBe(403);
    await sandboxed.close();
  });
});
