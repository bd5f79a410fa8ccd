import type { Company } from '../../../core/company.ts';
import type { Invoice } from '../../../core/records.ts';
import { refundInvoice } from '../../../core/refunds.ts';
import { refund } from '../objects/refund.ts';
import { isTransaction, transaction } from '../objects/transaction.ts';
import type { Call, Route } from './call.ts';
import { missing } from './errors.ts';
import { page, pageFields } from './page.ts';

export const moneyRoutes: Route[] = [
  ['get', '/v1/transactions', retrieveTransaction],
  ['get', '/v1/transactions/search', search],
  ['post', '/v1/refunds', refundAll],
];

function find(company: Company, id: string): Invoice {
  const found = company.store.all('invoices').find((bill) => bill.paymentId === id && isTransaction(bill));
  if (!found) throw missing('Transaction');
  return found;
}

function retrieveTransaction({ company, query }: Call): object {
  return transaction(company, find(company, query.only('transaction_id').required('transaction_id')));
}

function search({ company, query }: Call): object {
  query.only('customer_id', 'order_id', 'product_id', ...pageFields);
  const customer = query.text('customer_id');
  const order = query.text('order_id');
  const productId = query.text('product_id');
  const found = company.store
    .all('invoices')
    .filter(isTransaction)
    .filter(({ customerId }) => customer === undefined || customerId === customer)
    .filter(({ lines }) => productId === undefined || lines[0]?.priceId === productId)
    .map((bill) => transaction(company, bill))
    .filter((each) => order === undefined || each.order === order);
  return page(found, query, (each) => each);
}

/** Refunds the whole remaining amount; the company's API has no partial refunds. */
function refundAll({ company, body }: Call): object {
  const paid = find(company, body.only('transaction_id').required('transaction_id'));
  const made = refundInvoice(company, paid.id);
  return refund(company, made, company.store.get('invoices', paid.id) ?? paid);
}
