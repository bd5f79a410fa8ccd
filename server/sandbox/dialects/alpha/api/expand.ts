import type { Company } from '../../../core/company.ts';
import { subscriptionById } from '../../../core/subscription.ts';
import { balanceTransactionOf } from '../objects/balance.ts';
import { list, price } from '../objects/catalogue.ts';
import { lineItems } from '../objects/checkout.ts';
import { customer } from '../objects/customer.ts';
import { invoice, invoicePayment } from '../objects/invoice.ts';
import { charge, paymentIntent, paymentMethod } from '../objects/payment.ts';
import { schedule } from '../objects/schedule.ts';
import { subscription } from '../objects/subscription.ts';
import { invalid } from './errors.ts';
import { productsOf } from './products.ts';

type Plain = Record<string, unknown>;

/**
 * Replaces ids with their objects in the fields that `expand` names (`customer`, `data.latest_invoice`, `line_items`).
 */
export function expand(company: Company, object: object, paths: string[]): object {
  return paths.reduce<object>((result, path) => expandPath(company, result, path.split('.')), object);
}

function expandPath(company: Company, object: object, [name = '', ...rest]: string[]): object {
  const plain: Plain = { ...object };
  const value = name in plain ? plain[name] : hidden(company, plain, name);
  if (value === undefined) throw invalid(`This property cannot be expanded (${name}).`, 'expand');
  if (Array.isArray(value)) return { ...plain, [name]: value.map((each: object) => expandPath(company, each, rest)) };
  const expanded = typeof value === 'string' ? (objectOf(company, value) ?? value) : value;
  const deeper = rest.length > 0 && typeof expanded === 'object' && expanded !== null;
  return { ...plain, [name]: deeper ? expandPath(company, expanded, rest) : expanded };
}

function hidden(company: Company, { object, id }: Plain, name: string): unknown {
  const { store } = company;
  const checkout = object === 'checkout.session' ? store.get('checkouts', String(id)) : undefined;
  if (checkout && name === 'line_items') return lineItems(company, checkout);
  const bill = object === 'invoice' ? store.get('invoices', String(id)) : undefined;
  if (bill && name === 'payments') return list([invoicePayment(bill)], `/v1/invoice_payments?invoice=${bill.id}`);
  if (bill && name === 'confirmation_secret') {
    return { client_secret: paymentIntent(company, bill).client_secret, type: 'payment_intent' };
  }
  return undefined;
}

function objectOf(company: Company, id: string): object | undefined {
  const { store } = company;
  const buyer = store.get('customers', id);
  if (buyer) return customer(company, buyer);
  const running = store.get('subscriptions', id);
  if (running) return subscription(company, running);
  const bill = store.get('invoices', id);
  if (bill) return invoice(company, bill);
  const planned = store.get('schedules', id);
  if (planned) return schedule(company, planned, subscriptionById(company, planned.subscriptionId));
  const card = store.get('cards', id);
  if (card) return paymentMethod(card);
  const priced = company.knownPrice(id);
  if (priced) return price(priced);
  const sold = productsOf(company).find((each) => each.id === id);
  if (sold) return sold;
  const charged = store.all('invoices').find(({ chargeId }) => chargeId === id);
  if (charged) return charge(company, charged);
  if (id.startsWith('txn_')) return balanceTransactionOf(company, id);
  const paid = id.startsWith('pi_') && store.all('invoices').find(({ paymentId }) => paymentId === id);
  return paid ? paymentIntent(company, paid) : undefined;
}
