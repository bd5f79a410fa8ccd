import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app/app.ts';
import { PASSWORD } from '../testing/app/canaries.ts';
import { startSandboxedApp } from '../testing/app/sandboxedApp.ts';
import { post } from '../testing/calls/requests.ts';
import { type MailServer, startMailServer } from '../testing/logins/mailServer.ts';
import { mayComplain } from '../testing/run/complaints.ts';
import type { MailRequest } from './message.ts';
import type { Outbox } from './outbox.ts';

mayComplain(/A mail (was refused|was given up|will be sent again)/);

let server: MailServer;
let app: TestApp;
let person: { id: string; email: string; cookie: string };

beforeAll(async () => {
  server = await startMailServer();
  app = await startTestApp({ MAIL_URL: server.url, MAIL_FROM: 'Billing <billing@example.com>' });
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

test('a mail reaches its reader as text and HTML, from the address of the settings, and is kept nowhere', async () => {
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

test('many mails by two senders at once: each goes once', async () => {
  const links = Array.from({ length: 35 }, (_, index) => `https://billing.example.com/?token=number-${index}-`);
  for (const link of links) await outbox().queue(person.id, request({ link }));
  await Promise.all([outbox().sendDue(), outbox().sendDue()]);
  expect(server.received).toHaveLength(links.length);
  expect(await waiting()).toEqual([]);
});

test('a server that is busy gets the mail again, later', async () => {
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

test('an address that is refused for good is given up, and holds up no other mail', async () => {
  server.refusals.push({ status: 550, text: 'no such user' });
  await outbox().queue(person.id, request());
  await outbox().sendDue();
  await outbox().queue(person.id, request());
  await outbox().sendDue();
  expect(server.received).toHaveLength(1);
  expect(await waiting()).toEqual([]);
});

test('a mail is given up after a day', async () => {
  await outbox().queue(person.id, request());
  await app.deps.billing.database.pool.query('UPDATE mail SET "expiresAt" = now()');
  await outbox().sendDue();
  expect([server.received, await waiting()]).toEqual([[], []]);
});

test('with the account its mails go', async () => {
  await outbox().queue(person.id, request());
  const response = await app.call('/api/auth/delete-user', post({ password: PASSWORD }, person.cookie));
  expect(response.status).toBe(200);
  expect(await waiting()).toEqual([]);
});

test('neither the log nor a row tells who got a mail, or what it said', async () => {
  server.refusals.push({ status: 550, text: 'no such user' }, { status: 451, text: 'try again later' });
  await outbox().queue(person.id, request());
  await outbox().queue(person.id, request());
  await outbox()
    .sendDue()
    .catch(() => undefined);
  const logged = app.logged.join('\n');
  expect(logged).toContain('A mail was refused');
  expect(logged).toContain('A mail will be sent again');
  expect(logged).not.toContain(person.email);
  expect(logged).not.toContain('secret-token');
  expect(JSON.stringify(await waiting())).not.toContain('@');
});

test('a server that is away fails the job, with a reason that tells no secret', async () => {
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
  test('there is no outbox where there is no sandbox either', async () => {
    const without = await startTestApp();
    expect(without.deps.outbox).toBeNull();
    await without.close();
  });

  test('the sandbox keeps the mails in its mailbox', async () => {
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
