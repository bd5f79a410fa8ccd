import type { Books } from '../../../core/books.ts';
import { none, seconds } from './catalogue.ts';
import { balanceTransaction } from './payment.ts';

interface Movement {
  source: string;
  amount: number;
  at: number;
  currency: string;
  type: 'charge' | 'refund' | 'adjustment';
}

/** What a charge, refund or dispute did to the account's balance; no fees are taken. undefined: no such movement. */
export function balanceTransactionOf(company: Books, id: string): object | undefined {
  const found = movements(company).find(({ source }) => balanceTransaction(source) === id);
  if (!found) return undefined;
  const { source, amount, at, currency, type } = found;
  return {
    id,
    object: 'balance_transaction',
    ...none('description exchange_rate'),
    amount,
    available_on: seconds(at),
    balance_type: 'payments',
    created: seconds(at),
    currency,
    fee: 0,
    fee_details: [],
    net: amount,
    reporting_category: type === 'adjustment' ? 'dispute' : type,
    source,
    status: 'available',
    type,
  };
}

function movements({ store }: Books): Movement[] {
  const charges = store.all('invoices').flatMap(({ chargeId, total, paidAt, currency }) => {
    return paidAt === null ? [] : [{ source: chargeId, amount: total, at: paidAt, currency, type: 'charge' as const }];
  });
  const refunds = store.all('refunds').map(({ id, amount, createdAt, currency }) => {
    return { source: id, amount: -amount, at: createdAt, currency, type: 'refund' as const };
  });
  const disputes = store.all('disputes').map(({ id, amount, createdAt, currency }) => {
    return { source: id, amount: -amount, at: createdAt, currency, type: 'adjustment' as const };
  });
  return [...charges, ...refunds, ...disputes];
}
