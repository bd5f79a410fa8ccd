import type { Books } from '../../../core/books.ts';
import type { Price } from '../../../core/records.ts';
import { idOf, ORGANIZATION_ID } from '../ids.ts';
import { iso } from '../time.ts';

const LISTED_AT = iso(Date.UTC(2026, 0, 1));

/** A product of this company is one entry of the price list: it has one price and one interval. */
export function product(of: Price) {
  return { ...bareProduct(of), prices: [price(of)], benefits: [], medias: [], attached_custom_fields: [] };
}

/** As nested in orders. */
export function bareProduct(of: Price) {
  const recurring = of.interval !== 'one_time';
  return {
    id: of.id,
    created_at: LISTED_AT,
    modified_at: null,
    trial_interval: of.trialDays ? 'day' : null,
    trial_interval_count: of.trialDays || null,
    name: of.label,
    description: null,
    visibility: 'public',
    recurring_interval: recurring ? of.interval : null,
    recurring_interval_count: recurring ? 1 : null,
    is_recurring: recurring,
    is_archived: false,
    organization_id: ORGANIZATION_ID,
    metadata: of.metadata ?? {},
    meter_interval: null,
    meter_interval_count: null,
  };
}

export function price(of: Price) {
  const recurring = of.interval !== 'one_time';
  return {
    created_at: LISTED_AT,
    modified_at: null,
    id: priceId(of),
    source: 'catalog',
    price_currency: of.currency.toLowerCase(),
    tax_behavior: of.taxBehavior ?? null,
    is_archived: false,
    product_id: of.id,
    type: recurring ? 'recurring' : 'one_time',
    recurring_interval: recurring ? of.interval : null,
    ...(of.perSeat ? bySeats(of) : { amount_type: 'fixed', price_amount: of.amount }),
  };
}

function bySeats({ amount }: Price) {
  const tiers = [{ min_seats: 1, max_seats: null, price_per_seat: amount }];
  return {
    amount_type: 'seat_based',
    seat_tiers: { seat_tier_type: 'volume', tiers, minimum_seats: 1, maximum_seats: null },
  };
}

export function priceId({ id }: Price): string {
  return idOf(`price of ${id}`);
}

/** The number of seats of a purchase; null when the checkout asked for none. */
export function seatsOf(company: Books, of: { checkoutId: string | null; quantity: number }): number | null {
  const asked = company.store.get('checkouts', of.checkoutId ?? '')?.extra.seats === true;
  return asked || of.quantity > 1 ? of.quantity : null;
}
