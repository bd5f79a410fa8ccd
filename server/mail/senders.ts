import { createTransport } from 'nodemailer';
import type { Mail } from './message.ts';

/** A mail could not be sent. `code` contains no address. */
export class MailError extends Error {
  readonly code: string;
  /** The server refuses the recipient permanently: retries are useless. */
  readonly isFinal: boolean;

  constructor(code: string, isFinal = false) {
    super(`The mail could not be sent: ${code}`);
    this.name = 'MailError';
    this.code = code;
    this.isFinal = isFinal;
  }
}

/** Sends a mail; `id`: the same however often it is tried. Rejects with a MailError. */
export type Send = (mail: Mail, id: string) => Promise<void>;

const TIMEOUT_MS = 15_000;

export interface SmtpOptions {
  /** An smtp: or smtps: URL, with user and password. */
  url: string;
  from: string;
  /** For smtp: URLs. `required`: nothing is sent, not even the password, to a server that does not offer it. */
  startTls: 'required' | 'offered';
}

/** What a server answers to a recipient because of the sender (5.1.7, 5.1.8) or its own policy (5.7.x). */
const NOT_THE_RECIPIENT = /\b5\.(1\.[78]|7\.\d+)\b/;

/** A refused sender, login or content concerns every mail, and somebody mends it. */
function isRecipientRefused({ command, responseCode = 0, response = '' }: SmtpFailure): boolean {
  return command === 'RCPT TO' && responseCode >= 500 && !NOT_THE_RECIPIENT.test(response);
}

interface SmtpFailure {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
}

/** The error leaves out the server's response text, which often repeats the address. */
export function smtpSender({ url, from, startTls }: SmtpOptions): Send {
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const transport = createTransport({
    url,
    ...timeouts,
    requireTLS: startTls === 'required',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
  return async (mail, id) => {
    // One that was accepted just before a crash is sent again: by its id the recipient's server knows it.
    const messageId = `<${id}@${domain}>`;
    try {
      await transport.sendMail({ ...mail, from, messageId, headers: { 'auto-submitted': 'auto-generated' } });
    } catch (error) {
      const failure: SmtpFailure = Object(error);
      const { code = 'UNKNOWN', command, responseCode } = failure;
      throw new MailError([code, command, responseCode].filter(Boolean).join(' '), isRecipientRefused(failure));
    }
  };
}

/** Puts mails into the sandbox's mailbox. */
export function mailboxSender(sandboxUrl: string): Send {
  return async (mail) => {
    const response = await fetch(`${sandboxUrl}/_sandbox/mails`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-sandbox': '1' },
      body: JSON.stringify(mail),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => {
      throw new MailError('MAILBOX_AWAY');
    });
    await response.body?.cancel();
    if (!response.ok) throw new MailError(`MAILBOX ${response.status}`);
  };
}
