import { randomUUID } from 'node:crypto';
import { writeAudit } from '../../database/audit.ts';
import type { Payment, Refund } from '../../database/generated/client.ts';
import type { Billing } from '../context.ts';
import { applyEvent } from '../events/applyEvent.ts';
import { toProviderEvent } from '../events/event.ts';
import { toMinorUnits } from '../plans/money.ts';

/** What the ledger calls an operator's word on how a dispute ended. */
const ENDED_BY_OPERATOR = 'operator.dispute';

export interface OpenDispute {
  dispute: Refund;
  payment: Payment;
}

const MOST = 1_000;

/** The disputes whose end nobody has told, oldest first. */
export async function listOpenDisputes({ database }: Billing): Promise<OpenDispute[]> {
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
export async function endDispute(billing: Billing, { payment: name, ...end }: End): Promise<OpenDispute | null> {
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

async function say(billing: Billing, { dispute, payment }: OpenDispute, end: Omit<End, 'payment'>): Promise<void> {
  const { status, actor, reason } = end;
  const { id: paymentId, provider, providerPaymentId, userId } = payment;
  const { id: disputeId, providerRefundId, amount, currency } = dispute;
  const said = { dispute: providerRefundId, status, by: actor };
  const occurredAt = billing.now().toISOString();
  const about = { type: null, nativeType: ENDED_BY_OPERATOR, occurredAt, data: said, rawEvent: said };
  const ended = { kind: 'dispute', status, counts: status === 'lost', reason: dispute.reason ?? undefined } as const;
  const refund = { ...ended, providerRefundId, amount: { minorUnits: toMinorUnits(amount, currency) ?? 0, currency } };
  await applyEvent(
    billing,
    toProviderEvent({
      event: { id: `operator:${randomUUID()}`, provider, ...about },
      body: Buffer.from(JSON.stringify(said)),
      result: { paymentUpdate: { providerPaymentId, refund }, warnings: [] },
    }),
  );
  const details = { payment: paymentId, dispute: disputeId, status };
  await writeAudit(billing.database.prisma, { action: 'dispute_ended', actor, userId, details, reason });
  billing.log.info(
    { paymentId, disputeId, userId, provider, status, by: actor },
    'An operator told how a dispute ended',
  );
}
