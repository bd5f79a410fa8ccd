import type { Protocol } from '../protocol.ts';
import { api } from './api/router.ts';
import { events } from './events.ts';
import { newId } from './ids.ts';
import { envelope, eventNames, object, thin } from './message.ts';
import { headers } from './signature.ts';
import { API_VERSION } from './version.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Stripe's protocol as of API 2026-10-28.endive (docs.stripe.com/api), with flexible billing mode. */
export const alpha: Protocol = {
  name: 'alpha',
  signatureHeader: 'alpha-signature',
  company: { name: 'stripe', signatureHeader: 'stripe-signature' },
  precisionMs: SECOND,
  repeatDelaysMs: [
    ...[1, 2, 4, 8, 15, 30].map((seconds) => seconds * SECOND),
    ...[1, 1, 2, 5, 10, 30, 60, 60, 60].map((minutes) => minutes * MINUTE),
  ],
  dunningDays: [3, 5, 7],
  handlesInvoices: true,
  newId,
  isDelivered: (status) => status >= 200 && status < 300,
  headers,
  events,
  eventNames,
  object,
  envelope,
  api,
  thin,
  takesBankDebits: true,
  version: `Stripe ${API_VERSION}`,
  limitHeaders: { 'stripe-rate-limited-reason': 'global-rate' },
  successUrl: (_company, checkout) => checkout.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', checkout.id),
};
