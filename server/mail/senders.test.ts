import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readSettings } from '../settings/settings.ts';
import { MAIL_PASSWORD, type MailServer, startMailServer } from '../testing/logins/mailServer.ts';
import { smtpSender } from './senders.ts';

/** A server without STARTTLS: what somebody between us and a real one makes of it. */
let server: MailServer;

beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.shown.length = 0;
  server.received.length = 0;
});

const mail = { to: 'ada@example.com', subject: 'Reset', text: 'https://x/?token=secret', html: '<p>token=secret</p>' };
const sender = (startTls: 'required' | 'offered') =>
  smtpSender({ url: server.url, from: 'billing@example.com', startTls });

test('where STARTTLS is required, a server without it gets neither the password nor a mail', async () => {
  await expect(sender('required')(mail, 'm1')).rejects.toThrow('The mail could not be sent');
  expect(server).toMatchObject({ shown: [], received: [] });
});

test('where it is only used if offered, the mail is sent', async () => {
  await sender('offered')(mail, 'm1');
  expect(server.shown).toEqual([`billing:${MAIL_PASSWORD}`]);
  expect(server.received).toHaveLength(1);
});

test('a mail that is tried again after it was accepted has the same id', async () => {
  for (let time = 0; time < 2; time += 1) await sender('offered')(mail, 'm1');
  const ids = server.received.map(({ source }) => /^Message-ID: (.+)$/im.exec(source)?.[1]?.trim());
  expect(ids).toEqual(['<m1@example.com>', '<m1@example.com>']);
});

test.each([
  ['smtp://u:p@mail.example.com:587', undefined, 'required'],
  ['smtp://u:p@mail.example.com:587', 'offered', 'offered'],
  ['smtp://127.0.0.1:25', undefined, 'offered'],
  ['smtp://localhost:25', 'required', 'required'],
])('%s with MAIL_STARTTLS %s: %s', (url, wish, expected) => {
  const { mail: settings } = readSettings({
    MAIL_URL: url,
    MAIL_FROM: 'a@b.example',
    ...(wish && { MAIL_STARTTLS: wish }),
  });
  expect(settings?.startTls).toBe(expected);
});
