import Stripe from 'stripe';
import type { PriceOptions } from '../../calls.ts';
import type { AdapterOptions } from '../../definition.ts';
import { type ProviderPrice, taxDefaults } from '../../prices.ts';
import { currency, type Fields, fields, idOf, integer, isFields, key, text } from '../../read.ts';
import { intervalIn, taxIncludedIn } from '../amount.ts';
import { orNullIfUnknown, resourceId, wireFields } from '../api.ts';

/** Stripe's price. Tiers and metered use have no single amount. Only checkouts that ask for tax have any. */
export async function fetchPrice(
  stripe: Stripe,
  { checkout, defaults }: Pick<AdapterOptions, 'checkout'> & Pick<PriceOptions, 'defaults'>,
  id: string,
): Promise<ProviderPrice | null> {
  const answer = await orNullIfUnknown(stripe.prices.retrieve(resourceId(id)));
  if (!answer) return null;
  const price = wireFields(answer);
  const byDefault = async () => taxByDefault(await taxDefaults(defaults, () => fetchTaxDefaults(stripe)), price);
  return {
    id: key(price.id) ?? id,
    product: idOf(price.product) ?? null,
    lookupKey: text(price.lookup_key) ?? null,
    minorUnits: fields(price.recurring).usage_type === 'metered' ? null : (integer(price.unit_amount) ?? null),
    currency: currency(price.currency) ?? null,
    interval: intervalOf(price),
    perSeat: perSeatOf(price),
    taxIncluded: checkout?.tax ? (taxIncludedIn(price) ?? (await byDefault())) : null,
  };
}

/** A quantity is refused where use is metered, and is another number of packages where it is transformed. */
function perSeatOf({ billing_scheme, recurring, transform_quantity }: Fields): boolean | null {
  if (fields(recurring).usage_type === 'metered' || isFields(transform_quantity)) return false;
  return text(billing_scheme) ? true : null;
}

function intervalOf({ recurring, type }: Fields): string | null {
  if (isFields(recurring)) return intervalIn(recurring, []) ?? null;
  return type === 'one_time' ? 'one_time' : null;
}

/** Where Stripe says `inferred_by_currency` (docs.stripe.com/tax/products-prices-tax-codes-tax-behavior). */
const EXCLUSIVE_CURRENCIES = ['usd', 'cad'];

/** A restricted key may be unable to read them. */
async function fetchTaxDefaults(stripe: Stripe): Promise<Fields> {
  const settings = await orNullIfUnknown(stripe.tax.settings.retrieve()).catch((error: unknown) => {
    if (error instanceof Stripe.errors.StripePermissionError) return null;
    throw error;
  });
  return fields(settings && wireFields(settings).defaults);
}

/** For prices that don't say; null: the account has no default, or doesn't tell. */
function taxByDefault(defaults: Fields, price: Fields): boolean | null {
  const code = currency(price.currency);
  if (defaults.tax_behavior === 'inferred_by_currency') return code ? !EXCLUSIVE_CURRENCIES.includes(code) : null;
  return taxIncludedIn(defaults);
}
