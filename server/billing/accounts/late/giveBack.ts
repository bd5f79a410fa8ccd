import type { Charge } from '../../../adapters/calls.ts';
import type { LateCharge } from '../../../database/generated/client.ts';
import type { With } from '../../context.ts';
import { isBraked } from '../../subscriptions/brake/brake.ts';

/** A charge that the provider does not tell is asked for again for so long. */
const PATIENCE_MS = 3_600_000;

/**
 * Gives a charge back in full that was made after its payer's account was deleted. Each step is stored before its call,
 * and the provider is read before each. Rejects when it must be retried.
 */
export async function giveBack(billing: With<'adapters' | 'database' | 'log'>, row: LateCharge): Promise<void> {
  const payment = await billing.database.prisma.payment.findUniqueOrThrow({ where: { id: row.paymentId } });
  const adapter = billing.adapters.get(payment.provider);
  if (!adapter) return report(billing, row, 'the provider is not set up');
  const charge = await chargeOf(billing, payment);
  const reason = await whyNotGivenBack(billing, row, charge);
  if (reason !== null) return report(billing, row, reason);
  if (!charge) throw new Error('The provider does not know this charge yet');
  if (charge.left > 0) {
    if (row.state === 'found' && !(await begin(billing, row))) return;
    await adapter.refundCharge(charge, `erased-${row.paymentId}`);
  }
  await billing.database.prisma.lateCharge.update({
    where: { paymentId: row.paymentId },
    data: { state: 'done', reason: null, doneAt: new Date() },
  });
  const { amount, currency, provider } = payment;
  const about = { paymentId: row.paymentId, userId: row.userId, provider, amount, currency };
  billing.log.warn(about, 'A charge after the deletion of its account was given back');
}

interface Paid {
  provider: string;
  providerPaymentId: string;
  customerId: string | null;
}

async function chargeOf({ database, adapters }: With<'adapters' | 'database'>, paid: Paid): Promise<Charge | null> {
  const { provider, providerPaymentId, customerId } = paid;
  const owner = customerId ? await database.prisma.customer.findUnique({ where: { id: customerId } }) : null;
  const providerCustomerId = owner?.providerCustomerId ?? '';
  return (await adapters.get(provider)?.fetchCharge({ providerPaymentId, providerCustomerId })) ?? null;
}

/** Why a person must decide. */
export type LateReason =
  | 'disputed'
  | 'not surely charged after the deletion'
  | 'refunded before'
  | 'the provider does not tell'
  | 'the provider is not set up';

/** null: nothing speaks against it. Rejects while the provider may still say more. */
async function whyNotGivenBack(
  { database }: With<'database'>,
  row: LateCharge,
  charge: Charge | null,
): Promise<LateReason | null> {
  const { prisma } = database;
  if (!charge?.isSettled) {
    if (Date.now() - row.foundAt.getTime() > PATIENCE_MS) return 'the provider does not tell';
    throw new Error('The provider does not report this charge as settled yet');
  }
  const { disputed } = await prisma.payment.findUniqueOrThrow({ where: { id: row.paymentId } });
  if (charge.isDisputed || disputed) return 'disputed';
  // Our own refund may have been made before a crash.
  if (row.state === 'found' && charge.refunded > 0 && charge.left > 0) return 'refunded before';
  const { chargedFrom } = await prisma.erasedUser.findUniqueOrThrow({ where: { userId: row.userId } });
  const isAfter = charge.chargedAt !== null && Date.parse(charge.chargedAt) > chargedFrom.getTime();
  return isAfter ? null : 'not surely charged after the deletion';
}

async function report(
  { database, log }: With<'database' | 'log'>,
  { paymentId, userId }: LateCharge,
  reason: LateReason,
): Promise<void> {
  await database.prisma.lateCharge.update({ where: { paymentId }, data: { state: 'reported', reason } });
  log.warn({ paymentId, userId, reason }, 'A charge after the deletion of its account was not given back');
}

/** false: it is held. */
async function begin(
  { database, log }: With<'database' | 'log'>,
  { paymentId, userId, releasedAt }: LateCharge,
): Promise<boolean> {
  const isHeld = await database.prisma.$transaction(async (tables) => {
    const held = !releasedAt && (await isBraked(tables, 'late_charge', userId));
    const data = held ? { state: 'held' } : { state: 'refunding', begunAt: new Date() };
    await tables.lateCharge.update({ where: { paymentId }, data });
    return held;
  });
  if (isHeld) log.warn({ paymentId, userId }, 'A charge after the deletion of its account is held');
  return !isHeld;
}
