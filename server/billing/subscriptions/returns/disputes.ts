import { writeAudit } from '../../../database/audit.ts';
import type { Payment, Refund } from '../../../database/generated/client.ts';
import { toMinorUnits } from '../../../plans/money.ts';
import type { Applying, With } from '../../context.ts';
import { applyEvent } from '../../events/applyEvent.ts';
import { toProviderEvent } from '../../events/event.ts';

/** What the ledger calls an operator's word on how a dispute ended. */
const ENDED_BY_OPERATOR = 'operator.dispute';

export interface OpenDispute {
  dispute: Refund;
  payment: Payment;
}

const MOST = 1_000;

/** The disputes whose end nobody has told, oldest first. */
export async function listOpenDisputes({ database }: With<'database'>): Promise<OpenDispute[]> {
  const { refund, payment } = database.prisma;
  const open = await refund.findMany({
    where: { kind: 'dispute', status: 'open' },
    orderBy: { at: 'asc' },
    take: MOST,
  });
  const payments = await payment.findMany({ where: { id: { in: open.map(({ paymentId }) => paymentId) } } });
  return open.flatMap((dispute) => {
    const of = payments.find(({ id }) => id === dispute.paymentId);
    return of ? [{ dispute, payment: of }] : [];
  });
}

interface End {
  /** Our id of the payment, or the provider's. */
  payment: string;
  status: 'won' | 'lost';
  /** Who looked at the provider. */
  actor: string;
  reason: string;
}

/**
 * Records how a payment's open dispute ended, where the provider doesn't tell: the policy's `dispute_won` or
 * `dispute_lost` holds from then on. A later event of the provider counts again. null: the payment has no open dispute.
 */
export async function endDispute(billing: Applying, { payment: name, ...end }: End): Promise<OpenDispute | null> {
  const all = await listOpenDisputes(billing);
  const found = all.filter(({ payment: { id, providerPaymentId } }) => id === name || providerPaymentId === name);
  const [open] = found;
  if (!open) return null;
  for (const { dispute, payment } of found) await say(billing, { dispute, payment }, end);
  const { prisma } = billing.database;
  const dispute = await prisma.refund.findUniqueOrThrow({ where: { id: open.dispute.id } });
  const payment = await prisma.payment.findUniqueOrThrow({ where: { id: open.payment.id } });
  return { dispute, payment };
}

/** The audit's row comes first, and once for a state of the dispute: a repeat after a crash only does what is missing. */
async function say(billing: Applying, open: OpenDispute, end: Omit<End, 'payment'>): Promise<void> {
  const { status, actor } = end;
  const { id: paymentId, provider, userId } = open.payment;
  const auditId = await auditOnce(billing, open, end);
  await applyEvent(billing, toEnded(billing, open, { ...end, auditId }));
  billing.log.info(
    { paymentId, disputeId: open.dispute.id, userId, provider, status, by: actor },
    'An operator told how a dispute ended',
  );
}

async function auditOnce(
  { database }: With<'database'>,
  open: OpenDispute,
  end: Omit<End, 'payment'>,
): Promise<bigint> {
  const { status, actor, reason } = end;
  const { id, version } = open.dispute;
  const { id: payment, userId } = open.payment;
  const action = 'dispute_ended';
  const details = { payment, dispute: id, status, version };
  return database.prisma.$transaction(async (tables) => {
    await tables.$queryRaw`SELECT FROM refund WHERE id = ${id} FOR UPDATE`;
    const earlier = await tables.audit.findFirst({ where: { action, userId, details: { equals: details } } });
    return earlier?.id ?? writeAudit(tables, { action, actor, userId, details, reason });
  });
}

interface Ended extends Pick<End, 'status' | 'actor'> {
  auditId: bigint;
}

function toEnded({ now }: With<'now'>, { dispute, payment }: OpenDispute, { status, actor, auditId }: Ended) {
  const { provider, providerPaymentId } = payment;
  const { providerRefundId, amount, currency } = dispute;
  const said = { dispute: providerRefundId, status, by: actor };
  const about = { type: null, nativeType: ENDED_BY_OPERATOR, occurredAt: now().toISOString(), data: said };
  const ended = { kind: 'dispute', status, counts: status === 'lost', reason: dispute.reason ?? undefined } as const;
  const refund = { ...ended, providerRefundId, amount: { minorUnits: toMinorUnits(amount, currency) ?? 0, currency } };
  return toProviderEvent({
    event: { id: `operator:${auditId}`, provider, ...about, rawEvent: said },
    body: Buffer.from(JSON.stringify(said)),
    result: { paymentUpdate: { providerPaymentId, refund }, warnings: [] },
  });
}
