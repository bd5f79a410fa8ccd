import type { Billing } from '../../context.ts';
import { type BodyPlace, readBodies } from '../../events/bodies/bodies.ts';
import { readUnsigned } from '../../events/judgeEvent.ts';
import { paidPlan } from '../../plans/catalogue.ts';

/** A one-time purchase from before purchases granted a plan. */
export interface OldPurchase {
  id: string;
  userId: string;
  provider: string;
  amount: string;
  currency: string;
  paidAt: Date;
  /** null: neither the record nor a stored event names it. */
  plan: string | null;
}

const AT_ONCE = 500;

/** A payment without `paidAt` is older than that column; newer payments store what they grant. */
const OLD = `SELECT id, "userId", provider, amount, currency, plan, coalesce("lastEventAt", "createdAt") AS "paidAt"
  FROM payment WHERE type = 'one_time' AND status <> 'failed' AND "paidAt" IS NULL AND "accessDays" IS NULL
    AND ($1::text IS NULL OR "userId" = $1) AND id > $2 ORDER BY id LIMIT ${AT_ONCE}`;

/** All of them, or one user's. */
export async function listOldPurchases(billing: Billing, userId: string | null): Promise<OldPurchase[]> {
  const found: OldPurchase[] = [];
  for (let after = ''; ; ) {
    const { rows } = await billing.database.pool.query<OldPurchase>(OLD, [userId, after]);
    for (const row of rows)
      found.push({ ...row, plan: knownPlan(billing, row.plan) ?? (await planTold(billing, row)) });
    const last = rows.at(-1);
    if (!last || rows.length < AT_ONCE) return found;
    after = last.id;
  }
}

const knownPlan = ({ plans }: Billing, plan: string | null | undefined): string | null =>
  plan && paidPlan(plans, plan) ? plan : null;

/** By the user first: no index knows payments. */
const TOLD = `SELECT id::text, "eventId", "receivedAt", body FROM webhook_event
  WHERE "userId" = $1 AND "paymentId" = $2 AND outcome = 'applied' ORDER BY "receivedAt", id LIMIT 20`;

type Told = BodyPlace & { id: string; eventId: string };

/** By the deliveries that made the payment, where their bodies are still kept. */
async function planTold(billing: Billing, { id, userId, provider }: OldPurchase): Promise<string | null> {
  const adapter = billing.adapters.get(provider);
  if (!adapter) return null;
  const { rows } = await billing.database.pool.query<Told>(TOLD, [userId, id]);
  const bodies = await readBodies(billing.database.pool, rows);
  for (const row of rows) {
    const text = bodies.get(row.id);
    if (text === undefined) continue;
    const { event } = readUnsigned(adapter, text);
    const { payment } = adapter.processWebhookEvent({ ...event, id: row.eventId });
    const plan = knownPlan(billing, payment?.plan);
    if (plan) return plan;
  }
  return null;
}

const GIVE = `UPDATE payment SET plan = $2, "accessDays" = $3, "paidAt" = coalesce("lastEventAt", "createdAt"),
    "updatedAt" = clock_timestamp(), version = version + 1
  WHERE id = $1 AND "paidAt" IS NULL AND "accessDays" IS NULL`;

export interface Given {
  plan: string;
  /** 0: no end. */
  days: number;
  reason: string;
  /** Who makes the grant. */
  by: string;
}

/** The purchase grants its plan from its payment time, like a purchase made today. false: another caller was faster. */
export async function giveFromPayment(billing: Billing, purchase: OldPurchase, given: Given): Promise<boolean> {
  const { database, announce, log } = billing;
  const { plan, days, reason, by } = given;
  const { rowCount } = await database.pool.query(GIVE, [purchase.id, plan, days]);
  if (rowCount !== 1) return false;
  log.info(
    { userId: purchase.userId, paymentId: purchase.id, plan, days, reason, by },
    'An old purchase granted its plan',
  );
  announce(purchase.userId);
  return true;
}
