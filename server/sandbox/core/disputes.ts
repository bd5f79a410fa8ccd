import type { Company } from './company.ts';
import type { Dispute } from './records.ts';
import { Refusal } from './refusal.ts';

/** The bank withdraws the payment until the dispute is decided. */
export function openDispute(company: Company, invoiceId: string, reason = 'fraudulent'): Dispute {
  return company.act(() => {
    const invoice = company.store.get('invoices', invoiceId);
    if (!invoice) throw new Refusal('not_found', `No such invoice: '${invoiceId}'`, 'invoice');
    if (invoice.status !== 'paid' || invoice.total === 0) throw new Refusal('conflict', 'Nothing was paid.');
    if (disputeOf(company, invoiceId)) throw new Refusal('conflict', 'This payment is disputed already.');
    const dispute = company.store.put('disputes', {
      id: company.newId('dispute'),
      invoiceId,
      amount: invoice.total - invoice.refunded,
      currency: invoice.currency,
      reason,
      status: 'open',
      createdAt: company.clock.now(),
      closedAt: null,
    });
    company.emit({ kind: 'dispute_opened', dispute, invoice }, invoice.customerId);
    return dispute;
  });
}

/** `won`: the shop wins and gets its money back. */
export function closeDispute(company: Company, id: string, status: 'won' | 'lost'): Dispute {
  return company.act(() => {
    const before = disputeById(company, id);
    if (before.status !== 'open') throw new Refusal('conflict', `This dispute is ${before.status} already.`);
    const dispute = company.store.update('disputes', id, { status, closedAt: company.clock.now() });
    const invoice = company.store.get('invoices', dispute.invoiceId);
    if (invoice) company.emit({ kind: 'dispute_closed', dispute, invoice }, invoice.customerId);
    return dispute;
  });
}

/** Throws a Refusal when there is no such dispute. */
export function disputeById(company: Company, id: string): Dispute {
  const found = company.store.get('disputes', id);
  if (!found) throw new Refusal('not_found', `No such dispute: '${id}'`, 'id');
  return found;
}

export function disputeOf({ store }: Pick<Company, 'store'>, invoiceId: string): Dispute | undefined {
  return store.all('disputes').find((each) => each.invoiceId === invoiceId);
}
