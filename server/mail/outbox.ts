import { randomUUID } from 'node:crypto';
import type { Brand } from '../brand/brand.ts';
import type { Pool, PrismaClient } from '../database/client.ts';
import { backOffSeconds, CLAIM_SECONDS, claimDue } from '../database/queueRows.ts';
import { compose } from './compose.ts';
import { dress } from './dress.ts';
import type { Mail, MailKind, MailRequest, MailSubject } from './message.ts';
import { MailError, type Send } from './senders.ts';

export const MAIL_JOB = 'mail';

const AT_ONCE = 10;
const DAY_HOURS = 24;

/** For how many hours the link of a mail works. The other mails are notices, which tell what has happened also days later. */
const linkHours: Partial<Record<MailKind, number>> = {
  verify: DAY_HOURS,
  verify_buyer: DAY_HOURS,
  account_exists: DAY_HOURS,
  reset: 1,
  approve_change: DAY_HOURS,
  confirm_change: DAY_HOURS,
};

const QUEUE = `INSERT INTO mail (id, "userId", kind, message, concerns, "expiresAt")
  VALUES ($1, $2, $3, $4::jsonb, $5::jsonb, least(clock_timestamp() + $6 * interval '1 hour', $7::timestamptz))`;

const CLAIM = claimDue({
  table: 'mail',
  key: 'id',
  atOnce: AT_ONCE,
  where: '($1::text[] IS NULL OR kind = ANY($1))',
  // Queued by the thousand in an hour; for each other mail somebody waits.
  order: `kind IN ('trial_ends', 'renewal_ahead'), "dueAt"`,
  returning: 'id, kind, message, concerns, attempts, "expiresAt" <= clock_timestamp() AS "isOver"',
});

/** A slow mail server may take longer than a claim lasts, and each of its answers has a timeout. */
const HOLD = `UPDATE mail SET "dueAt" = clock_timestamp() + interval '${CLAIM_SECONDS} seconds' WHERE id = $1`;
const HOLD_EVERY_MS = 10_000;
/** Well below the job's limit. */
const TURN_MS = 60_000;

/** Never set aside: people wait for it, and it expires. */
const BACK_OFF = `UPDATE mail SET "lastError" = $2,
  "dueAt" = clock_timestamp() + ${backOffSeconds('attempts')} * interval '1 second' WHERE id = $1`;

const DROP = 'DELETE FROM mail WHERE id = $1';

interface Log {
  info(fields: object, message: string): void;
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

interface Row extends WaitingMail {
  id: string;
  message: Mail;
  attempts: number;
  isOver: boolean;
}

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
  request.concerns ? JSON.stringify(request.concerns) : null,
  linkHours[request.kind] ?? keepDays * DAY_HOURS,
  request.until ?? null,
];

/** `expired`: given up unsent. `outdated`: no longer true when it could be sent. */
export type MailOutcome = 'sent' | 'retried' | 'refused' | 'expired' | 'outdated';

/** A queued mail about something that may have changed. */
export interface WaitingMail {
  kind: MailKind;
  concerns: MailSubject | null;
}

export interface OutboxOptions {
  send: Send;
  log: Log;
  /** Whose name and colours mails wear. */
  brand: Brand;
  /** How long a notice is tried. */
  keepDays: number;
  /** The mail as things are now; null: it is no longer true. */
  renew(kind: MailKind, concerns: MailSubject): Promise<MailRequest | null>;
  onOutcome?(outcome: MailOutcome): void;
  /** How often the claim of a mail that is being sent is renewed; default: 10 s. */
  holdEveryMs?: number;
  /** After this long a run leaves the others to the next one; default: a minute. */
  turnMs?: number;
  /** Whether only mails about accounts go out now; absent: never. */
  onlyAccounts?(): boolean;
}

/** Logs name a mail only by its id and kind, never with its address or content. */
export function createOutbox(pool: Pool, options: OutboxOptions): Outbox {
  const {
    send,
    log,
    brand,
    keepDays,
    renew,
    onOutcome,
    onlyAccounts,
    holdEveryMs = HOLD_EVERY_MS,
    turnMs = TURN_MS,
  } = options;

  async function held(id: string, work: () => Promise<void>): Promise<void> {
    const timer = setInterval(() => void pool.query(HOLD, [id]).catch(() => undefined), holdEveryMs);
    await work().finally(() => clearInterval(timer));
  }

  async function trySending({ id, kind, message, concerns, attempts, isOver }: Row): Promise<MailOutcome> {
    if (isOver) {
      log.warn({ mailId: id, kind, attempts }, 'A mail was given up: it has expired');
      return 'expired';
    }
    const renewed = concerns && (await renew(kind, concerns));
    if (concerns && !renewed) {
      log.info({ mailId: id, kind, attempts }, 'A mail was dropped: it is no longer true');
      return 'outdated';
    }
    await held(id, () => send(dress(renewed ? compose(renewed) : message, brand), id));
    return 'sent';
  }

  async function sendOne(row: Row): Promise<MailError | null> {
    const { id, kind, attempts } = row;
    try {
      const outcome = await trySending(row);
      onOutcome?.(outcome);
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
      const begun = performance.now();
      for (;;) {
        signal?.throwIfAborted();
        const { rows } = await pool.query<Row>(CLAIM, [onlyAccounts?.() ? accountMails : null]);
        const failures = (await Promise.all(rows.map(sendOne))).filter((failure) => failure !== null);
        if (rows.length > 0 && failures.length === rows.length) throw failures[0];
        if (rows.length < AT_ONCE || performance.now() - begun > turnMs) return;
      }
    },
  };
}
