import { createOutbox, type Outbox, type OutboxOptions } from './outbox.ts';
import { mailboxSender, type SmtpOptions, smtpSender } from './senders.ts';

type Parts = { pool: Parameters<typeof createOutbox>[0] } & Omit<OutboxOptions, 'send'>;

interface MailPlaces {
  /** A real mail server comes first. */
  smtp?: SmtpOptions;
  /** The address of the sandbox, which has a mailbox. */
  sandboxUrl?: string;
}

/** null: no mail can be sent. */
export function openOutbox({ smtp, sandboxUrl }: MailPlaces, { pool, ...options }: Parts): Outbox | null {
  const mailbox = sandboxUrl ? mailboxSender(sandboxUrl) : null;
  const send = smtp ? smtpSender(smtp) : mailbox;
  return send && createOutbox(pool, { send, ...options });
}
