import { collectInvoice, writeOff } from '../core/besides.ts';
import { confirmInvoice } from '../core/billing.ts';
import type { Company } from '../core/company.ts';
import { closeDispute, disputeOf, openDispute } from '../core/disputes.ts';
import { refundInvoice } from '../core/refunds.ts';
import { Refusal } from '../core/refusal.ts';
import type { Input } from './input.ts';

const AMOUNT = { min: 1, max: Number.MAX_SAFE_INTEGER };

export function refund(company: Company, input: Input): object {
  const amount = input.optional('amount', (name) => input.number(name, AMOUNT));
  const { id, invoiceId, ...made } = refundInvoice(company, input.text('invoiceId'), { amount });
  return { id, invoiceId, amount: made.amount };
}

export function dispute(company: Company, input: Input): object {
  const reason = input.optional('reason', (name) => input.text(name));
  const { id, invoiceId, amount, status } = openDispute(company, input.text('invoiceId'), reason);
  return { id, invoiceId, amount, status };
}

export function decide(company: Company, id: string, outcome: 'won' | 'lost'): object {
  const { invoiceId, amount, status } = closeDispute(company, id, outcome);
  return { id, invoiceId, amount, status };
}

/** The actions on a payment on the overview. */
const paymentActions = {
  refund: (company: Company, invoiceId: string, amount?: number) => void refundInvoice(company, invoiceId, { amount }),
  dispute: (company: Company, invoiceId: string) => void openDispute(company, invoiceId),
  win: (company: Company, invoiceId: string) => void closeDispute(company, disputeId(company, invoiceId), 'won'),
  lose: (company: Company, invoiceId: string) => void closeDispute(company, disputeId(company, invoiceId), 'lost'),
  confirm: (company: Company, invoiceId: string) => confirmInvoice(company, invoiceId),
  collect: (company: Company, invoiceId: string) => collectInvoice(company, invoiceId),
  void: (company: Company, invoiceId: string) => void writeOff(company, invoiceId, 'void'),
  write_off: (company: Company, invoiceId: string) => void writeOff(company, invoiceId, 'uncollectible'),
} as const;
export type PaymentAction = keyof typeof paymentActions;

function disputeId(company: Company, invoiceId: string): string {
  const found = disputeOf(company, invoiceId);
  if (!found) throw new Refusal('not_found', 'This payment is not disputed.');
  return found.id;
}

export function actOnInvoice(
  company: Company,
  { id, action }: { id: string; action: string },
  amount?: number,
): object {
  const run = Object.entries(paymentActions).find(([name]) => name === action)?.[1];
  if (!run) {
    throw new Refusal('not_found', `Unknown action ${action}: there are ${Object.keys(paymentActions).join(', ')}`);
  }
  run(company, id, amount);
  return { id, status: company.store.get('invoices', id)?.status };
}
