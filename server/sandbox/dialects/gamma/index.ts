import type { Books } from '../../core/books.ts';
import { subscriptionsOf } from '../../core/customers.ts';
import type { Checkout, Customer } from '../../core/records.ts';
import { Refusal } from '../../core/refusal.ts';
import { currentSwitches } from '../../webhooks/outbox.ts';
import type { Protocol } from '../protocol.ts';
import { faultBody } from './api/errors.ts';
import { api } from './api/router.ts';
import { events } from './events.ts';
import { newId } from './ids.ts';
import { envelope, eventNames, object } from './message.ts';
import { customerByExternalId, liveCustomers } from './objects/customer.ts';
import { headers } from './signature.ts';
import { API_VERSION } from './version.ts';

const SECOND = 1000;

/** Polar's protocol as of API 2026-10 (polar.sh/docs). */
export const gamma: Protocol = {
  name: 'gamma',
  signatureHeader: 'x-signature',
  company: { name: 'polar', signatureHeader: 'webhook-signature' },
  precisionMs: 1,
  repeatDelaysMs: [1, 2, 4, 8, 15, 30, 60, 120, 240].map((seconds) => seconds * SECOND),
  disableAfter: 10,
  dunningDays: [2, 5, 7, 7],
  newId,
  isDelivered: (status) => status >= 200 && status < 300,
  headers,
  events,
  eventNames,
  object,
  envelope,
  api,
  version: `Polar ${API_VERSION}`,
  refuseBuyer,
  successUrl: (_company, checkout) => checkout.successUrl.replaceAll('{CHECKOUT_ID}', checkout.id),
  findBuyer,
  faultBody,
};

/** With this setting of the shop, a buyer can't subscribe twice (server/polar/checkout/service.py: 403). */
function refuseBuyer(company: Books, checkout: Checkout, email: string): void {
  if (!currentSwitches(company.store).oneSubscription || company.price(checkout.priceId).interval === 'one_time')
    return;
  const known = company.store.get('customers', checkout.customerId ?? '') ?? findBuyer(company, checkout, email);
  const has = known && subscriptionsOf(company, known.id).some(({ status }) => status !== 'canceled');
  if (has) throw new Refusal('already_active', 'You already have an active subscription.');
}

/** A shop's customers are unique by external id and by email address. */
function findBuyer(company: Books, { customerExternalId }: Checkout, email: string): Customer | undefined {
  const known = customerExternalId === null ? undefined : customerByExternalId(company, customerExternalId);
  return known ?? liveCustomers(company).find((customer) => customer.email?.toLowerCase() === email.toLowerCase());
}
