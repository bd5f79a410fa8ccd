import { failureOf, testCardFace } from '../../../core/cards.ts';
import type { Company } from '../../../core/company.ts';
import { attachCard, chooseCard, liveCustomer } from '../../../core/customers.ts';
import type { Card } from '../../../core/records.ts';
import { Declined } from '../../../core/refusal.ts';
import { paymentMethod } from '../objects/payment.ts';
import type { Call, Route } from './call.ts';
import { invalid, missing } from './errors.ts';
import { page } from './page.ts';

export const paymentMethodRoutes: Route[] = [
  ['get', '/v1/payment_methods', listCards],
  ['post', '/v1/payment_methods', createCard],
  ['get', '/v1/payment_methods/:id', ({ company, id }) => paymentMethod(find(company, id))],
  ['post', '/v1/payment_methods/:id/attach', attach],
  ['post', '/v1/payment_methods/:id/detach', detach],
  ['get', '/v1/customers/:id/payment_methods', listCustomersCards],
];

/** The published names of the test cards: `pm_card_visa`, `tok_visa` (docs.stripe.com/testing). */
const numbers: Record<string, string> = {
  visa: '4242424242424242',
  us: '4242424242424242',
  debit: '4242424242424242',
  mastercard: '5555555555554444',
  authenticationRequired: '4000002760003184',
  threeDSecure2Required: '4000002760003184',
  threeDSecureRequired: '4000002760003184',
  authenticationRequiredOnSetup: '4000002500003155',
  chargeCustomerFail: '4000000000000341',
  chargeDeclined: '4000000000000002',
  chargeDeclinedInsufficientFunds: '4000000000009995',
  chargeDeclinedLostCard: '4000000000009987',
  chargeDeclinedStolenCard: '4000000000009979',
  chargeDeclinedExpiredCard: '4000000000000069',
  chargeDeclinedIncorrectCvc: '4000000000000127',
  chargeDeclinedProcessingError: '4000000000000119',
  createDispute: '4000000000000259',
};

function named(company: Company, name: string): Card | undefined {
  const number = numbers[name.replace(/^(pm_card|tok)_(visa_)?/, '')];
  if (!number || !/^(pm_card|tok)_/.test(name)) return undefined;
  const unowned = { id: company.newId('card'), customerId: '', createdAt: company.clock.now() };
  return { ...testCardFace(number), ...unowned };
}

/** Finds a card by its id. A published name creates a new card each time. */
function find(company: Company, id: string): Card {
  const found = company.store.get('cards', id) ?? named(company, id);
  if (!found) throw missing('PaymentMethod', id, 'payment_method');
  return found;
}

/** The customer's card with this id or published name; a card without a customer is attached first. */
export function cardFor(company: Company, customerId: string, id: string): Card {
  const card = find(company, id);
  if (card.customerId === customerId) return card;
  if (card.customerId !== '') {
    throw invalid('This PaymentMethod is attached to another customer.', 'payment_method');
  }
  if (card.behaviour === 'declined') throw new Declined(failureOf(card.declineCode));
  return attachCard(company, customerId, card);
}

/** Makes the card the customer's default. The sandbox charges one card for everything that a customer buys. */
export function chargeTo(company: Company, customerId: string, id: string): void {
  chooseCard(company, customerId, cardFor(company, customerId, id).id);
}

function listCards({ company, given }: Call): object {
  const found = company.store.all('cards').map(paymentMethod);
  return page(found, given, { url: '/v1/payment_methods', by: ['customer', 'type'] });
}

function listCustomersCards({ company, id, given }: Call): object {
  const found = company.store.all('cards').filter(({ customerId }) => customerId === id);
  return page(found.map(paymentMethod), given, { url: `/v1/customers/${id}/payment_methods`, by: ['type'] });
}

function createCard({ company, given }: Call): object {
  given.only('type', 'card');
  if (given.required('type') !== 'card') throw invalid('The sandbox knows cards.', 'type');
  const token = given.hash('card').only('token').required('token');
  const card = named(company, token);
  if (!card) throw invalid(`No such token: '${token}'`, 'card[token]', 'resource_missing');
  return paymentMethod(company.store.put('cards', card));
}

function attach({ company, id, given }: Call): object {
  const { id: customerId } = liveCustomer(company, given.only('customer').required('customer'));
  return paymentMethod(cardFor(company, customerId, id));
}

function detach({ company, id, given }: Call): object {
  given.only();
  const card = find(company, id);
  const owner = company.store.get('customers', card.customerId);
  if (!owner) throw invalid('The payment method you provided is not attached to a customer.', 'payment_method');
  if (owner.cardId === id) chooseCard(company, owner.id, null);
  return paymentMethod(company.store.update('cards', id, { customerId: '' }));
}
