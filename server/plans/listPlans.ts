import type { CheckoutInterval, Price } from '../adapters/adapter.ts';
import { type Catalogue, mostSeats, type Plan, soldPlans } from './catalogue.ts';
import { toDecimal } from './money.ts';
import { FREE_PLAN } from './planFile.ts';

/** A text in each language of the plans file; English always. */
export interface Texts<T = string> {
  en: T;
  de?: T;
}

export interface FeatureView {
  key: string;
  /** null: no limit. */
  limit: number | null;
  texts: Texts;
}

/** A plan as the pages show it: prices are decimal strings of `currency`, null if checkout does not offer them. */
export interface PlanView {
  name: string;
  purchasable: boolean;
  popular: boolean;
  texts: Texts<{ name: string; lead?: string }>;
  prices: Record<CheckoutInterval, string | null>;
  /** Whether each price includes the tax; false: the provider adds it; null: there is none, or nobody says. */
  taxIncluded: Record<CheckoutInterval, boolean | null>;
  /** Whole percent saved by the yearly price; null without both prices. */
  yearlySavingPercent: number | null;
  /** Whole days; 0: none. */
  trialDays: number;
  /** `max`: null is any number. */
  seats: { min: number; max: number | null };
  features: FeatureView[];
}

export interface PlanList {
  /** false: nothing can be bought at the moment (`SELLING=off`). */
  selling: boolean;
  currency: string;
  /** How many days a one-time purchase grants the plan; 0: it grants nothing, null: no end. */
  oneTimeDays: number | null;
  /** Whether a paused plan can be used all the same. */
  pauseKeepsAccess: boolean;
  /** The free plan, and plans with at least one price that is sold. */
  plans: PlanView[];
  /** Rows that compare plans, each with features from the least to the most; others have a row of their own. */
  compare: (Texts & { features: string[] })[];
  /** The name of every plan, including those no longer sold. */
  names: Record<string, Texts>;
}

interface OfferedPrice extends Price {
  /** false: it is bought with one seat alone. */
  takesSeats?: boolean;
  taxIncluded?: boolean | null;
}

const isOneSeat = (name: string) => (price: OfferedPrice) => price.plan === name && price.takesSeats === false;

/** The catalogue with the prices for which the active provider has an identifier. */
export function listPlans(catalogue: Catalogue, offered: readonly OfferedPrice[]): Omit<PlanList, 'selling'> {
  const { one_time_days: oneTimeDays, paused } = catalogue.access;
  const isOffered = ({ name }: Plan) => offered.some(({ plan }) => plan === name);
  const free = catalogue.plans.filter(({ name }) => name === FREE_PLAN);
  const shown = [...free, ...soldPlans(catalogue).filter(isOffered)];
  return {
    currency: catalogue.currency,
    oneTimeDays: oneTimeDays === 'lifetime' ? null : oneTimeDays,
    pauseKeepsAccess: paused === 'keep',
    plans: shown.map((plan) => toView(catalogue, plan, offered)),
    compare: catalogue.compare,
    names: Object.fromEntries(catalogue.plans.map(({ name, texts }) => [name, mapTexts(texts, (text) => text.name)])),
  };
}

function toView(catalogue: Catalogue, plan: Plan, offered: readonly OfferedPrice[]): PlanView {
  const { name, popular, texts, seats, trial_days: trialDays } = plan;
  const prices = pricesOf(plan, offered);
  return {
    name,
    popular,
    texts,
    trialDays,
    purchasable: name !== FREE_PLAN,
    prices:
      name === FREE_PLAN ? { ...prices, month: toDecimal({ minorUnits: 0, currency: catalogue.currency }) } : prices,
    taxIncluded: taxOf(plan, offered),
    yearlySavingPercent: prices.month && prices.year ? yearlySaving(prices.month, prices.year) : null,
    seats: { min: seats.min, max: offered.some(isOneSeat(name)) ? seats.min : mostSeats(plan) },
    features: Object.entries(plan.features).map(([key, value]) => toFeature(catalogue, key, value)),
  };
}

function pricesOf(plan: Plan, offered: readonly OfferedPrice[]): PlanView['prices'] {
  return byInterval((interval) => {
    const price = plan.prices[interval];
    return price && offerOf(plan, interval, offered) ? toDecimal(price) : null;
  });
}

function taxOf(plan: Plan, offered: readonly OfferedPrice[]): PlanView['taxIncluded'] {
  return byInterval((interval) => offerOf(plan, interval, offered)?.taxIncluded ?? null);
}

function byInterval<T>(show: (interval: CheckoutInterval) => T): Record<CheckoutInterval, T> {
  return { month: show('month'), year: show('year'), one_time: show('one_time') };
}

function offerOf({ name }: Plan, interval: CheckoutInterval, offered: readonly OfferedPrice[]) {
  return offered.find((each) => each.plan === name && each.interval === interval);
}

/** Whole percent that a year saves over twelve months, rounded to the nearest. */
function yearlySaving(month: string, year: string): number {
  return Math.round((1 - Number(year) / (Number(month) * 12)) * 100);
}

function toFeature({ features }: Catalogue, key: string, value: true | number): FeatureView {
  const limit = value === true ? null : value;
  const texts = mapTexts(features[key] ?? { en: key }, (text, language) => {
    if (typeof text === 'string') return fill(text, limit);
    const form = new Intl.PluralRules(language).select(limit ?? 2);
    return fill(text[form as keyof typeof text] ?? text.other, limit);
  });
  return { key, limit, texts };
}

function fill(text: string, limit: number | null): string {
  return text.replaceAll('{limit}', String(limit ?? ''));
}

function mapTexts<T, R>({ en, de }: Texts<T>, change: (text: T, language: string) => R): Texts<R> {
  return { en: change(en, 'en'), de: de && change(de, 'de') };
}
