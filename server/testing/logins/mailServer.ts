import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and body, unchanged. */
  source: string;
}

export interface MailServer {
  /** For MAIL_URL, with user and password. */
  url: string;
  received: ReceivedMail[];
  /** Names and passwords that were shown to it. */
  shown: string[];
  /** The refusals of the next mails, in order; of the recipient unless `of` says otherwise. */
  refusals: { status: number; text: string; of?: 'sender' | 'content' }[];
  close(): Promise<void>;
}

export const MAIL_PASSWORD = 'smtp-password-0123456789';

/** A real SMTP server on a free port that requires a user and a password. */
export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const shown: string[] = [];
  const refusals: MailServer['refusals'] = [];
  const refusalOf = (of: MailServer['refusals'][number]['of'], address: string) => {
    if (refusals.length === 0 || refusals[0]?.of !== of) return null;
    const { text, status } = refusals.shift() as MailServer['refusals'][number];
    return Object.assign(new Error(`<${address}> ${text}`), { responseCode: status });
  };
  const server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth({ username, password }, _session, callback) {
      shown.push(`${username}:${password}`);
      if (username === 'billing' && password === MAIL_PASSWORD) callback(null, { user: username });
      else callback(new Error('Invalid user or password'));
    },
    onMailFrom: ({ address }, _session, callback) => callback(refusalOf('sender', address)),
    onRcptTo: ({ address }, _session, callback) => callback(refusalOf(undefined, address)),
    async onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      const refusal = refusalOf('content', '');
      if (refusal) return callback(refusal);
      const from = envelope.mailFrom ? envelope.mailFrom.address : '';
      const to = envelope.rcptTo.map(({ address }) => address);
      received.push({ from, to, source: Buffer.concat(chunks).toString('utf8') });
      callback();
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://billing:${MAIL_PASSWORD}@127.0.0.1:${port}`,
    received,
    shown,
    refusals,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
