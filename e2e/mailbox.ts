import { expect, type Page } from '@playwright/test';
import type { RunningService } from './service.ts';

interface KeptMail {
  subject: string;
  text: string;
  html: string;
}

/** Waits for a mail with this subject in the sandbox's mailbox. Resolves to the newest one. */
export async function mailFor(service: RunningService, email: string, subject: RegExp): Promise<KeptMail> {
  let found: KeptMail | undefined;
  const look = async () => {
    const response = await fetch(`${service.sandboxUrl}/_sandbox/mails?to=${encodeURIComponent(email)}`);
    const { mails } = (await response.json()) as { mails: KeptMail[] };
    found = mails.find((mail) => subject.test(mail.subject));
    return found;
  };
  await expect.poll(look, { message: `a mail ${subject} to ${email}` }).toBeTruthy();
  return found ?? { subject: '', text: '', html: '' };
}

/** The link in it. */
export async function linkFor(service: RunningService, email: string, subject: RegExp): Promise<string> {
  return (await mailFor(service, email, subject)).text.match(/https?:\/\/\S+/)?.[0] ?? '';
}

/** Opens the link that verifies the signed-in user's address. */
export async function confirmAddress(page: Page, service: RunningService, email: string): Promise<void> {
  await page.goto(await linkFor(service, email, /^Confirm your email address/));
  await expect(page.getByText(`${email} is confirmed.`, { exact: false })).toBeVisible();
}

/** Verifies the address without a page, for tests about other things. */
export async function proveAddress(page: Page, service: RunningService, email: string): Promise<void> {
  const token = new URL(await linkFor(service, email, /^Confirm your email address/)).searchParams.get('token');
  const headers = { origin: service.url };
  const answer = await page.request.post('/api/auth/verify-address', { data: { token }, headers });
  expect(answer.ok()).toBe(true);
}
