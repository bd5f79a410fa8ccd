import { expect, type Page } from '@playwright/test';
import type { RunningService } from './service.ts';

interface KeptMail {
  subject: string;
  text: string;
}

/** The link in the newest mail to somebody with this subject, as the sandbox's mailbox shows it. */
export async function linkFor(service: RunningService, email: string, subject: RegExp): Promise<string> {
  let link: string | undefined;
  const look = async () => {
    const response = await fetch(`${service.sandboxUrl}/_sandbox/mails?to=${encodeURIComponent(email)}`);
    const { mails } = (await response.json()) as { mails: KeptMail[] };
    link = mails.find((mail) => subject.test(mail.subject))?.text.match(/https?:\/\/\S+/)?.[0];
    return link;
  };
  await expect.poll(look, { message: `a mail ${subject} to ${email}` }).toBeTruthy();
  return link ?? '';
}

/** Follows the link that proves the address of whoever is signed in. */
export async function confirmAddress(page: Page, service: RunningService, email: string): Promise<void> {
  await page.goto(await linkFor(service, email, /^Confirm your email address/));
  await expect(page.getByText(`${email} is confirmed.`, { exact: false })).toBeVisible();
}

/** The same without opening a page, where the proof is not what is tried. */
export async function proveAddress(page: Page, service: RunningService, email: string): Promise<void> {
  const token = new URL(await linkFor(service, email, /^Confirm your email address/)).searchParams.get('token');
  const headers = { origin: service.url };
  const answer = await page.request.post('/api/auth/verify-address', { data: { token }, headers });
  expect(answer.ok()).toBe(true);
}
