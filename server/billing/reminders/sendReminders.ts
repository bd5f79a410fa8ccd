import type { Billing } from '../context.ts';
import { reminderMail } from './reminderMail.ts';
import { reminderOf } from './reminderOf.ts';

export const REMINDERS = 'reminders';

const AT_ONCE = 200;

/**
 * Whom it may be time for; what is written already is left out. `$2`: the latest charge that anybody is told of. It reads
 * every subscription (some two seconds of 500,000), once an hour: an index would have to be written with each renewal.
 */
const CANDIDATES = `SELECT s.id FROM subscription s JOIN "user" u ON u.id = s."userId"
  WHERE s.status IN ('trialing', 'active') AND NOT s."cancelAtPeriodEnd" AND s.provider = ANY($3) AND s.id > $4
    AND (s."currentPeriodEnd" > $1 AND s."currentPeriodEnd" <= $2 OR s."trialEnd" > $1 AND s."trialEnd" <= $2)
    AND (s.status = 'trialing' OR s.interval = 'year' OR s."scheduledChange" IS NOT NULL)
    AND NOT EXISTS (SELECT FROM reminder r WHERE r."subscriptionId" = s.id AND r."chargeAt" > $1)
  ORDER BY s.id LIMIT ${AT_ONCE}`;

const DAY_MS = 86_400_000;

/**
 * Mails those whose trial ends, or whose yearly subscription renews, in a few days: once before each charge. The row that
 * says so is written with the mail.
 */
export async function sendReminders(billing: Billing, signal?: AbortSignal): Promise<number> {
  const { outbox, ends, database } = billing;
  const days = Math.max(ends.reminders.trial, ends.reminders.year);
  if (!outbox || days === 0) return 0;
  const now = billing.now();
  const until = new Date(now.getTime() + days * DAY_MS);
  const providers = [...billing.adapters.keys()];
  let sent = 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const values: unknown[] = [now, until, providers, after];
    const { rows }: { rows: { id: string }[] } = await database.jobPool.query(CANDIDATES, values);
    for (const { id } of rows) {
      signal?.throwIfAborted();
      if (await remind(billing, id, now)) sent += 1;
    }
    after = rows.length < AT_ONCE ? undefined : rows.at(-1)?.id;
  }
  return sent;
}

/** A charge whose date moves by less than half a day is the same one. */
const KEEP = `INSERT INTO reminder ("subscriptionId", kind, "chargeAt", "userId")
  SELECT $1::text, $2::text, $3::timestamptz, $4::text WHERE NOT EXISTS (SELECT FROM reminder
    WHERE "subscriptionId" = $1 AND kind = $2 AND abs(extract(epoch FROM "chargeAt" - $3::timestamptz)) < 43200)
  ON CONFLICT DO NOTHING`;

/** The subscription is locked, so that whoever cancels at this moment either comes first or has been told rightly. */
async function remind(billing: Billing, id: string, now: Date): Promise<boolean> {
  return billing.database.prisma.$transaction(async (tables) => {
    await tables.$executeRawUnsafe('SELECT FROM subscription WHERE id = $1 FOR UPDATE', id);
    const row = await tables.subscription.findUnique({ where: { id } });
    const reminder = row && reminderOf(row, { now, days: billing.ends.reminders });
    if (!row || !reminder) return false;
    const mail = await reminderMail(billing, { row, reminder }, tables);
    if (!mail) return false;
    const { kind, chargeAt } = reminder;
    if ((await tables.$executeRawUnsafe(KEEP, id, kind, chargeAt, row.userId)) === 0) return false;
    await billing.outbox?.queue(row.userId, mail, tables);
    return true;
  });
}
