import { retryInvoice } from '../../../core/billing.ts';
import { failureOf } from '../../../core/cards.ts';
import type { Company } from '../../../core/company.ts';
import { closeDispute, disputeById } from '../../../core/disputes.ts';
import { needsAction } from '../../../core/invoices.ts';
import type { Dispute, Invoice } from '../../../core/records.ts';
import { refundInvoice } from '../../../core/refunds.ts';
import { dispute } from '../objects/dispute.ts';
import { charge, paymentIntent, refund } from '../objects/payment.ts';
import type { Call, Route } from './call.ts';
import { declined, invalid, missing } from './errors.ts';
import { page } from './page.ts';
import { chargeTo } from './paymentMethods.ts';

export const moneyRoutes: Route[] = [
  ['get', '/v1/payment_intents', listPayments],
  ['get', '/v1/payment_intents/:id', ({ company, id }) => paymentIntent(company, byPayment(company, id))],
  ['post', '/v1/payment_intents/:id/confirm', confirm],
  ['get', '/v1/charges', listCharges],
  ['get', '/v1/charges/:id', ({ company, id }) => charge(company, byPayment(company, id, 'charge'))],
  ['get', '/v1/refunds', listRefunds],
  ['post', '/v1/refunds', createRefund],
  ['get', '/v1/refunds/:id', retrieveRefund],
  ['get', '/v1/disputes', listDisputes],
  ['get', '/v1/disputes/:id', ({ company, id }) => shown(company, disputeById(company, id))],
  ['post', '/v1/disputes/:id', answerDispute],
  ['post', '/v1/disputes/:id/close', accept],
];

function byPayment(company: Company, id: string, kind = 'payment_intent'): Invoice {
  const found = company.store.all('invoices').find(({ paymentId, chargeId }) => paymentId === id || chargeId === id);
  if (!found || found.total === 0) throw missing(kind, id, kind);
  return found;
}

/** An invoice without a charge has no payment. */
const payments = ({ store }: Company) => store.all('invoices').filter(({ total }) => total > 0);

function listPayments({ company, given }: Call): object {
  const found = payments(company).map((each) => paymentIntent(company, each));
  return page(found, given, { url: '/v1/payment_intents', by: ['customer'] });
}

function listCharges({ company, given }: Call): object {
  const found = payments(company).filter(({ attempts }) => attempts > 0);
  const shownCharges = found.map((each) => charge(company, each));
  return page(shownCharges, given, { url: '/v1/charges', by: ['customer', 'payment_intent'] });
}

function paidOf({ store }: Company, invoiceId: string): Invoice {
  const found = store.get('invoices', invoiceId);
  if (!found) throw missing('invoice', invoiceId);
  return found;
}

function createRefund({ company, given }: Call): object {
  given.only('payment_intent', 'charge', 'amount', 'reason', 'metadata');
  const payment = given.text('payment_intent') ?? given.text('charge');
  if (!payment) throw invalid('One of the following params should be provided: payment_intent or charge.');
  const paid = byPayment(company, payment);
  if (paid.refunded === paid.total) {
    throw invalid(`Charge ${paid.chargeId} has already been refunded.`, undefined, 'charge_already_refunded');
  }
  const amount = given.integer('amount', { min: 1 });
  const reason = given.oneOf('reason', ['duplicate', 'fraudulent', 'requested_by_customer']) ?? null;
  const made = refundInvoice(company, paid.id, { amount, reason, metadata: given.metadata() });
  return refund(company, made, paid);
}

function retrieveRefund({ company, id }: Call): object {
  const found = company.store.get('refunds', id);
  if (!found) throw missing('refund', id, 'refund');
  return refund(company, found, paidOf(company, found.invoiceId));
}

function listRefunds({ company, given }: Call): object {
  const found = company.store.all('refunds').map((each) => refund(company, each, paidOf(company, each.invoiceId)));
  return page(found, given, { url: '/v1/refunds', by: ['payment_intent', 'charge'] });
}

const shown = (company: Company, of: Dispute) => dispute(company, of, paidOf(company, of.invoiceId));

function listDisputes({ company, given }: Call): object {
  const found = company.store.all('disputes').map((each) => shown(company, each));
  return page(found, given, { url: '/v1/disputes', by: ['payment_intent', 'charge'] });
}

/** The published test values decide the dispute immediately (docs.stripe.com/testing, disputes). */
function answerDispute({ company, id, given }: Call): object {
  const evidence = given.only('evidence', 'submit').hash('evidence').only('uncategorized_text');
  const text = evidence.oneOf('uncategorized_text', ['winning_evidence', 'losing_evidence']);
  if (!text) throw invalid('The sandbox decides by winning_evidence or losing_evidence.', 'evidence');
  if (given.flag('submit') === false) throw invalid('The sandbox keeps no evidence back.', 'submit');
  const { id: known } = disputeById(company, id);
  return shown(company, closeDispute(company, known, text === 'winning_evidence' ? 'won' : 'lost'));
}

/** Closing a dispute accepts it: it is lost. */
function accept({ company, id }: Call): object {
  return shown(company, closeDispute(company, disputeById(company, id).id, 'lost'));
}

/** Charges now, to another card if the call names one. A declined charge still counts as an attempt. */
function confirm({ company, id, given }: Call): object {
  given.only('payment_method', 'return_url', 'off_session');
  const bill = byPayment(company, id);
  const { status } = paymentIntent(company, bill);
  if (bill.status !== 'open') {
    const message = `You cannot confirm this PaymentIntent because it has a status of ${status}.`;
    throw invalid(message, undefined, 'payment_intent_unexpected_state');
  }
  const method = given.text('payment_method');
  if (method) chargeTo(company, bill.customerId, method);
  retryInvoice(company, bill.id);
  const after = byPayment(company, id);
  const isSettled = after.status === 'paid' || needsAction(after);
  return isSettled ? paymentIntent(company, after) : declined(after.failure ?? failureOf());
}
