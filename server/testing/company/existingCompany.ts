import { createHash } from 'node:crypto';
import type { Fact, FactSubscription } from '../../sandbox/facts.ts';
import type { SandboxedApp } from '../app/sandboxedApp.ts';

const DAY_MS = 86_400_000;
/** No list contains it; the settings of `existingCompanySettings` ignore it. */
const OTHER_PRODUCT = 'price_other_product';

/** What a customer of an existing company may have there. */
export const existingKinds = [
  'active',
  'yearly',
  'trialing',
  'past due',
  'set to end',
  'paused',
  'ended',
  'two live',
  'refunded',
  'disputed',
  'one-time',
  'other product',
  'nothing',
] as const;
export type ExistingKind = (typeof existingKinds)[number];

export interface Existing {
  kind: ExistingKind;
  providerCustomerId: string;
  email: string;
}

export const existingCompanySettings = (provider: string) => ({
  [`${provider.toUpperCase()}_PRICE_IGNORE`]: OTHER_PRODUCT,
});

interface Options {
  people: number;
  /** Distinguishes several companies of one test. */
  name?: string;
  /** The user id in the provider's record of a customer; absent: none. */
  userIdOf?(index: number): string | undefined;
}

type Company = Pick<SandboxedApp, 'control' | 'deps'>;

/**
 * Writes the books of a company that has sold for long, without webhooks: people of every kind in turn, each with the
 * payment of the running period.
 */
export async function existingCompany(app: Company, { people, name = 'old', userIdOf }: Options): Promise<Existing[]> {
  const all = Array.from({ length: people }, (_, index): Existing => {
    const kind = existingKinds[index % existingKinds.length] ?? 'active';
    return { kind, providerCustomerId: idOf(app, `cus_${name}_${index}`), email: `${name}-${index}@shop.example` };
  });
  await app.control('POST', 'switches', { drop: 1, still: true });
  await app.control(
    'POST',
    'facts',
    all.flatMap((one, index) => factsOf(app, one, userIdOf?.(index))),
  );
  for (const { kind, providerCustomerId } of all) {
    const invoiceId = idOf(app, `pay_${providerCustomerId}`);
    if (kind === 'refunded') await app.control('POST', 'refund', { invoiceId });
    if (kind === 'disputed') await app.control('POST', 'disputes', { invoiceId });
  }
  return all;
}

function factsOf(app: Company, { kind, providerCustomerId, email }: Existing, userId: string | undefined): object[] {
  const at = app.deps.billing.now().getTime() - 5 * DAY_MS;
  const year = kind === 'yearly';
  const customer = { id: providerCustomerId, email, userId };
  const price = priceOf(app, kind === 'one-time' ? 'one_time' : year ? 'year' : 'month');
  const period = { periodStart: at, periodEnd: at + (year ? 365 : 30) * DAY_MS };
  const bought = (key: string, more: Partial<FactSubscription> = {}): Partial<Fact> => ({
    at,
    customer,
    price: kind === 'other product' ? { ...price, id: OTHER_PRODUCT, plan: 'other' } : price,
    subscription: { id: idOf(app, `sub_${key}`), status: 'active', ...period, ...more },
    paymentId: idOf(app, `pay_${key}`),
    metadata: {},
  });
  const paid = (key: string, more?: Partial<FactSubscription>) => ({
    ...bought(key, more),
    type: 'invoice.payment_succeeded',
  });
  const key = providerCustomerId;
  switch (kind) {
    case 'trialing':
      return [paid(key, { status: 'trialing', trialStart: at, trialEnd: period.periodEnd })];
    case 'past due':
      return [{ ...bought(key, { status: 'past_due' }), type: 'invoice.payment_failed' }];
    case 'set to end':
      return [paid(key, { cancelAtPeriodEnd: true })];
    case 'paused':
      return [paid(key), { ...bought(key, { status: 'paused' }), type: 'subscription.updated', paymentId: undefined }];
    case 'ended':
      return [paid(key, { status: 'canceled', canceledAt: at + DAY_MS })];
    case 'two live':
      return [paid(key), paid(`${key}_second`)];
    case 'one-time':
      return [{ ...bought(key), type: 'order.paid', subscription: undefined, checkoutId: idOf(app, `chk_${key}`) }];
    case 'nothing':
      return [{ at, customer, price, type: 'customer.created' }];
    default:
      return [paid(key)];
  }
}

/** Polar's ids are UUIDs. */
function idOf({ deps }: Company, name: string): string {
  if (deps.settings.provider !== 'gamma') return name;
  const hex = createHash('sha256').update(name).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

/** The price of pro that the service sells, as the company holds it. */
function priceOf({ deps: { settings } }: Company, interval: string) {
  const sold = settings.providers[settings.provider].prices.find(
    (price) => price.plan === 'pro' && price.interval === interval,
  );
  return {
    id: sold?.id ?? '',
    plan: 'pro',
    label: 'Pro',
    interval,
    amount: interval === 'one_time' ? 9_900 : 990,
    currency: 'USD',
  } as Fact['price'];
}
