import type { Mail } from '../../mail/message.ts';
import type { TestApp } from '../app/app.ts';

/** Settings that keep mails in the outbox, where tests read them. */
export const mailKept = { MAIL_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'billing@example.com' };

/** The queued mails to an address, newest first. */
export async function mailsTo(app: TestApp, email: string): Promise<Mail[]> {
  const { rows } = await app.deps.billing.database.pool.query<{ message: Mail }>(
    `SELECT message FROM mail WHERE message->>'to' = $1 ORDER BY "queuedAt" DESC`,
    [email],
  );
  return rows.map(({ message }) => message);
}

/** The token of the link in the newest mail with this subject. Rejects when there is none. */
export async function tokenFor(app: TestApp, email: string, subject: RegExp): Promise<string> {
  const mail = (await mailsTo(app, email)).find((each) => subject.test(each.subject));
  const token = /[?&]token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  if (!token) throw new Error(`No mail to ${email} with the subject ${subject} has a link`);
  return token;
}

export const SUBJECTS = {
  verify: /^Confirm your email address/,
  exists: /^You already have an account/,
  reset: /^Choose a new password/,
  approve: /^Do you want to change/,
  confirm: /^Confirm your new email address/,
  changed: /^Your email address was changed/,
  device: /^New sign-in/,
};

/** Verifies the address of a person who signed up. */
export async function proveAddress(app: TestApp, { email, cookie }: { email: string; cookie: string }): Promise<void> {
  const token = await tokenFor(app, email, SUBJECTS.verify);
  const headers = { 'content-type': 'application/json', cookie };
  const init = { method: 'POST', headers, body: JSON.stringify({ token }) };
  const response = await app.call('/api/auth/verify-address', init);
  if (!response.ok) throw new Error(`The address was not verified: ${response.status} ${await response.text()}`);
}
