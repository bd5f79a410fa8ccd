import type { Price } from '../../../core/records.ts';

const LISTED_AT = '2026-01-01T00:00:00.000Z';
const periods = { month: 'every-month', year: 'every-year', one_time: 'once' } as const;

/** ISO 8601, the format of most times in this protocol; null stays null. */
export function iso(at: number): string;
export function iso(at: number | null): string | null;
export function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

/** This company has products and no prices: other companies' price ids are product ids here. */
export function product(of: Price) {
  return {
    id: of.id,
    object: 'product',
    name: of.label,
    description: of.description ?? of.label,
    price: of.amount,
    currency: of.currency.toUpperCase(),
    billing_type: of.interval === 'one_time' ? 'onetime' : 'recurring',
    billing_period: periods[of.interval],
    status: 'active',
    // The sandbox charges no tax: unless a price says otherwise, nothing comes on top of it.
    tax_mode: of.taxBehavior ?? 'inclusive',
    tax_category: 'saas',
    default_success_url: '',
    ...(of.trialDays ? { trial_period_days: of.trialDays } : {}),
    created_at: LISTED_AT,
    updated_at: LISTED_AT,
    mode: 'test',
  };
}
