import { randomUUID } from 'node:crypto';
import type { Brand } from '../brand/brand.ts';
import type { Pool, PrismaClient } from '../database/client.ts';
import { compose } from './compose.ts';
import { dress } from './dress.ts';
import type { Mail, MailKind, MailRequest } from './message.ts';
import { MailError, type Send } from './senders.ts';

export const MAIL_JOB = 'mail';

const AT_ONCE = 10;
/** Mails with a link are dropped after this time: the link has expired. */
const LINK_DAYS = 1;

const QUEUE = `INSERT INTO mail (id, "userId", kind, message, "expiresAt")
  VALUES ($1, $2, $3, $4::jsonb, clock_timestamp() + $5 * interval '1 day')`;

/** Leases due rows to this process. If it dies, they become due again; a sender gives up earlier. */
const LEASE = `
  UPDATE mail SET attempts = attempts + 1, "dueAt" = clock_timestamp() + interval '30 seconds'
  WHERE id IN (SELECT id FROM mail WHERE "dueAt" <= clock_timestamp() AND ($1::text[] IS NULL OR kind = ANY($1))
    ORDER BY "dueAt" LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)
  RETURNING id, kind, message, attempts, "expiresAt" <= clock_timestamp() AS "isOver"`;

/** After 2, 4, 8, … seconds, at most ten minutes. */
const BACK_OFF = `UPDATE mail SET "lastError" = $2,
  "dueAt" = clock_timestamp() + least(600, power(2, least(attempts, 10))) * interval '1 second' WHERE id = $1`;

const DROP = 'DELETE FROM mail WHERE id = $1';

interface Log {
  warn(fields: object, message: string): void;
}

type Tables = Pick<PrismaClient, '$executeRawUnsafe'>;

/** Mails are queued in the database, and deleted when the mail server has accepted them. */
export interface Outbox {
  /**
   * `userId`: the mail's account; its mails are deleted with it. null: the address is no account's. `within`: the
   * transaction that the mail is part of.
   */
  queue(userId: string | null, request: MailRequest, within?: Tables): Promise<void>;
  /** Sends the due mails. Rejects if all mails of a batch fail. */
  sendDue(signal?: AbortSignal): Promise<void>;
}

interface Row {
  id: string;
  kind: string;
  message: Mail;
  attempts: number;
  isOver: boolean;
}

/** Notices tell what has happened, also days later. */
const notices = new Set<MailKind>([
  'address_changed',
  'new_device',
  'two_subscriptions',
  'duplicate_ended',
  // A link in it lives as long.
  'cancel_link',
  'cancel_received',
  'cancel_done',
  'withdrawal_received',
  'trial_ends',
  'renewal_ahead',
]);

/** About people's accounts alone: they go out whatever their billing waits for. */
const accountMails: readonly MailKind[] = [
  'verify',
  'account_exists',
  'reset',
  'approve_change',
  'confirm_change',
  'address_changed',
  'new_device',
];

/** `keepDays`: how long a notice is tried. */
const rowOf = (userId: string | null, request: MailRequest, keepDays: number) => [
  randomUUID(),
  userId,
  request.kind,
  JSON.stringify(compose(request)),
  notices.has(request.kind) ? keepDays : LINK_DAYS,
];

/** `expired`: given up unsent. */
export type MailOutcome = 'sent' | 'retried' | 'refused' | 'expired';

export interface OutboxOptions {
  send: Send;
  log: Log;
  /** Whose name and colours mails wear. */
  brand: Brand;
  /** How long a notice is tried. */
  keepDays: number;
  onOutcome?(outcome: MailOutcome): void;
  /** Whether only mails about accounts go out now; absent: never. */
  onlyAccounts?(): boolean;
}

/** Logs name a mail only by its id and kind, never with its address or content. */
export function createOutbox(pool: Pool, { send, log, brand, keepDays, ...options }: OutboxOptions): Outbox {
  const { onOutcome, onlyAccounts } = options;
  async function sendOne({ id, kind, message, attempts, isOver }: Row): Promise<MailError | null> {
    try {
      if (isOver) log.warn({ mailId: id, kind, attempts }, 'A mail was given up: it has expired');
      else await send(dress(message, brand));
      onOutcome?.(isOver ? 'expired' : 'sent');
    } catch (error) {
      const { code, isFinal } = error instanceof MailError ? error : new MailError('UNKNOWN');
      log.warn({ mailId: id, kind, attempts, code }, isFinal ? 'A mail was refused' : 'A mail will be retried');
      onOutcome?.(isFinal ? 'refused' : 'retried');
      if (!isFinal) {
        await pool.query(BACK_OFF, [id, code]);
        return new MailError(code);
      }
    }
    await pool.query(DROP, [id]);
    return null;
  }
  return {
    async queue(userId, request, within) {
      const row = rowOf(userId, request, keepDays);
      await (within ? within.$executeRawUnsafe(QUEUE, ...row) : pool.query(QUEUE, row));
    },
    async sendDue(signal) {
      for (;;) {
        signal?.throwIfAborted();
        const { rows } = await pool.query<Row>(LEASE, [onlyAccounts?.() ? accountMails : null]);
        const failures = (await Promise.all(rows.map(sendOne))).filter((failure) => failure !== null);
        if (rows.length > 0 && failures.length === rows.length) throw failures[0];
        if (rows.length < AT_ONCE) return;
      }
    },
  };
}
