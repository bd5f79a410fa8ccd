import { z } from 'zod';
import { isLoopback } from '../../billing/addresses.ts';
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

/** undefined: no mail server. The sender is empty if it is missing. */
export function mailSettings({
  MAIL_URL: url,
  MAIL_FROM: from = '',
  MAIL_STARTTLS,
}: z.output<z.ZodObject<typeof mailShape>>): SmtpOptions | undefined {
  if (!url) return undefined;
  const startTls = MAIL_STARTTLS ?? (isLoopback(new URL(url)) ? 'offered' : 'required');
  return { url, from, startTls };
}
