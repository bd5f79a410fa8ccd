import type { Books } from '../../../core/books.ts';
import type { Customer } from '../../../core/records.ts';
import { seconds } from './catalogue.ts';
import { balanceOf } from './credit.ts';

/** A guest: the shop asked for no customer object, so the API never shows one. */
export function isGuest(customer: Customer | undefined): boolean {
  return customer?.extra.guest === true;
}

/** The test clock that the customer was created with. */
export const clockOf = (of: Customer | undefined) => of?.extra.testClock ?? null;

export function customer(company: Books, of: Customer) {
  return {
    id: of.id,
    object: 'customer',
    address: null,
    balance: balanceOf(company, of),
    created: seconds(of.createdAt),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: of.extra.description ?? null,
    discount: null,
    email: of.email,
    invoice_prefix: of.id.slice(-8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: of.cardId,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: of.metadata,
    name: of.name,
    next_invoice_sequence: 1,
    phone: of.extra.phone ?? null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: clockOf(of),
  };
}
