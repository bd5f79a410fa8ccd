import type { PlanTerms } from '../../adapter.ts';
import type { AccountDefaults } from '../../calls.ts';
import { orNullIfUnknown, segment } from '../../http.ts';
import { type Price, type ProviderPrice, priceFor, taxDefaults } from '../../prices.ts';
import { currency, type Fields, fields, integer, key, list, text } from '../../read.ts';
import { perSeatIn, taxIncludedIn } from '../amount.ts';
import type { Send } from '../api.ts';
import { intervalOf } from '../subscription.ts';

/** Polar's product, with its first active price: further ones are for other currencies. */
export async function fetchPrice(send: Send, id: string, defaults?: AccountDefaults): Promise<ProviderPrice | null> {
  const answer = await orNullIfUnknown(send('GET', `/v1/products/${segment(id)}`));
  if (!answer) return null;
  const product = fields(answer.json);
  const price = list(product.prices)
    .map(fields)
    .find(({ is_archived: isArchived }) => isArchived !== true);
  // For a price that names no tax behaviour.
  const byDefault = () => taxDefaults(defaults, () => fetchTaxDefaults(send));
  return {
    id: key(product.id) ?? id,
    product: null,
    lookupKey: text(fields(product.metadata).lookup_key) ?? null,
    minorUnits: price ? (amountOf(price) ?? null) : null,
    currency: currency(price?.price_currency) ?? null,
    perSeat: price && text(price.amount_type) ? price.amount_type === 'seat_based' : null,
    taxIncluded: price ? taxIncludedIn([text(price.tax_behavior) ? price : await byDefault()]) : null,
    interval: intervalOf(product, []) ?? (product.is_recurring === true ? null : 'one_time'),
  };
}

/** Prices that the buyer chooses, and tiers, have no amount. */
function amountOf(price: Fields): number | undefined {
  if (price.amount_type === 'free') return 0;
  if (price.amount_type === 'fixed') return integer(price.price_amount);
  return perSeatIn(price);
}

/** A token may lack the right to read its organization. */
async function fetchTaxDefaults(send: Send): Promise<Fields> {
  const answer = await orNullIfUnknown(send('GET', '/v1/organizations/?limit=1'), [403, 404]);
  const { default_tax_behavior: tax_behavior } = fields(list(fields(answer?.json).items)[0]);
  return { tax_behavior };
}

interface Trial {
  prices: readonly Price[];
  /** ISO 8601. */
  start: string;
  terms: PlanTerms;
}

/**
 * In a trial another product brings its own: its length counts from the trial's start, and where that is over, or the
 * product has none, the first period begins at once (polarsource/polar, server/polar/subscription/service.py,
 * `update_product`).
 */
export async function trialEndAfter(
  send: Send,
  { prices, start, terms: { plan, interval } }: Trial,
): Promise<string | null> {
  const { json } = await send('GET', `/v1/products/${segment(priceFor(prices, plan, interval))}`);
  const { trial_interval: unit, trial_interval_count: count } = fields(json);
  return endOf(new Date(start), unit, integer(count))?.toISOString() ?? null;
}

const DAY_MS = 86_400_000;
const days: Record<string, number> = { day: 1, week: 7 };
const months: Record<string, number> = { month: 1, year: 12 };

function endOf(start: Date, unit: unknown, count: number | undefined): Date | null {
  if (typeof unit !== 'string' || count === undefined) return null;
  const [ofDays, ofMonths] = [days[unit], months[unit]];
  if (ofDays) return new Date(start.getTime() + ofDays * count * DAY_MS);
  return ofMonths ? monthsAfter(start, ofMonths * count) : null;
}

/** The last day of a shorter month stands for the day. */
function monthsAfter(start: Date, count: number): Date {
  const end = new Date(start);
  end.setUTCMonth(end.getUTCMonth() + count);
  if (end.getUTCDate() !== start.getUTCDate()) end.setUTCDate(0);
  return end;
}
