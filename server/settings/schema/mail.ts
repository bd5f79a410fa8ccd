import { z } from 'zod';
import { isLoopback } from '../../adapters/addresses.ts';
import type { SmtpOptions } from '../../mail/senders.ts';
import { optional } from './words.ts';

const mailServer = z.url({ protocol: /^smtps?$/, error: 'must be smtp:// or smtps://, with user and password' });

export const mailShape = {
  MAIL_URL: optional(mailServer),
  MAIL_FROM: optional(
    z.string().regex(/^[^\r\n]*[^\s@<]+@[^\s@>]+>?$/, 'must be an address, such as Billing <billing@example.com>'),
  ),
  MAIL_STARTTLS: optional(z.enum(['required', 'offered'])),
  MAIL_KEEP_DAYS: optional(z.coerce.number().int().min(1).max(365)),
};

type MailInput = z.output<z.ZodObject<typeof mailShape>>;

export function mailSettings(given: MailInput): { mail: SmtpOptions | undefined; mailKeepDays: number } {
  return { mail: serverIn(given), mailKeepDays: given.MAIL_KEEP_DAYS ?? 7 };
}

/** undefined: no mail server. The sender is empty if it is missing. */
function serverIn({ MAIL_URL: url, MAIL_FROM: from = '', MAIL_STARTTLS }: MailInput): SmtpOptions | undefined {
  if (!url) return undefined;
  const startTls = MAIL_STARTTLS ?? (isLoopback(new URL(url)) ? 'offered' : 'required');
  return { url, from, startTls };
}
