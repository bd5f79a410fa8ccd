import type { Company } from './company.ts';
import { disputeOf } from './disputes.ts';
import type { Invoice, Metadata, Refund } from './records.ts';
import { Refusal } from './refusal.ts';

export interface RefundInput {
  /** Minor units; default: the whole remaining amount. */
  amount?: number;
  reason?: string | null;
  metadata?: Metadata;
}

/** Refunds a paid invoice or order. Throws a Refusal when the amount is more than what remains. */
export function refundInvoice(company: Company, invoiceId: string, input: RefundInput = {}): Refund {
  return company.act(() => {
    const paid = company.store.get('invoices', invoiceId);
    if (!paid) throw new Refusal('not_found', `No such invoice: '${invoiceId}'`, 'invoice');
    const dispute = disputeOf(company, invoiceId);
    if (dispute && dispute.status !== 'won')
      throw new Refusal('conflict', 'The payment is disputed: its bank has the money.');
    const amount = input.amount ?? paid.total - paid.refunded;
    if (paid.status !== 'paid' || amount <= 0 || amount > paid.total - paid.refunded) throw refusalOf(paid, amount);
    const invoice = company.store.update('invoices', invoiceId, { refunded: paid.refunded + amount });
    const refund = company.store.put('refunds', {
      id: company.newId('refund'),
      invoiceId,
      amount,
      currency: paid.currency,
      reason: input.reason ?? null,
      metadata: input.metadata ?? {},
      createdAt: company.clock.now(),
    });
    company.emit({ kind: 'refunded', refund, invoice }, invoice.customerId);
    return refund;
  });
}

function refusalOf(invoice: Invoice, amount: number): Refusal {
  if (invoice.status !== 'paid') return new Refusal('conflict', 'Only a paid invoice can be refunded.');
  const left = invoice.total - invoice.refunded;
  return new Refusal('invalid', `Refund amount (${amount}) is not between 1 and what is left (${left}).`, 'amount');
}
