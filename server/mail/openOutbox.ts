import type { Settings } from '../settings/types.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { mailboxSender, smtpSender } from './senders.ts';

type Options = Parameters<typeof createOutbox>[1];
type Parts = { pool: Parameters<typeof createOutbox>[0] } & Pick<Options, 'log'>;

/** The sandbox has a mailbox if it stands in for the provider; null: no mail can be sent. */
export function openOutbox({ mail, sandbox, provider, providers }: Settings, { pool, log }: Parts): Outbox | null {
  const { apiUrl } = providers[provider];
  const mailbox = sandbox && apiUrl ? mailboxSender(apiUrl) : null;
  const send = mail ? smtpSender(mail) : mailbox;
  return send && createOutbox(pool, { send, log });
}
