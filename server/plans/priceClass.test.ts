import { expect, test } from 'vitest';
import { classifyPrice, type StoredPrice } from './priceClass.ts';
import { defaultPlansFile, readPlans } from './readPlans.ts';

const { catalogue } = readPlans(defaultPlansFile);
if (!catalogue) throw new Error('The default plans file is not usable');
const plans = catalogue;

const answer = (id: string, said: Partial<StoredPrice>): StoredPrice => ({
  provider: 'alpha',
  id,
  product: null,
  lookupKey: null,
  plan: null,
  amount: null,
  currency: null,
  interval: null,
  perSeat: null,
  taxIncluded: null,
  isThere: true,
  ...said,
});

const stored = [
  answer('listed', { product: 'prod_pro' }),
  answer('sibling', { product: 'prod_pro' }),
  answer('named', { lookupKey: 'listed' }),
  answer('of_before', { plan: 'starter' }),
  answer('of_a_plan_that_left', { plan: 'gold' }),
  answer('other', { product: 'prod_other' }),
  answer('ignored_of_before', { plan: 'starter', product: 'prod_other' }),
];
const rules = {
  plans,
  stored,
  listed: [{ id: 'listed', plan: 'pro', interval: 'month' as const }],
  ignored: ['prod_other', 'by_price', 'listed'],
};

const ours = (plan: string) => ({ class: 'ours', plan });
const ignored = (by: string) => ({ class: 'ignored', by });

test.each([
  ['listed, whatever else names it', ['listed'], ours('pro')],
  ['of the product of a plan', ['sibling'], ours('pro')],
  ['with a lookup key', ['named'], ours('pro')],
  ['listed earlier', ['of_before'], ours('starter')],
  ['of an unknown plan', ['of_a_plan_that_left'], { class: 'unclassified' }],
  ['ignored', ['by_price'], ignored('by_price')],
  ['of an ignored product', ['other'], ignored('prod_other')],
  ['of an ignored product, before anyone asked', ['new', 'prod_other'], ignored('prod_other')],
  ['ignored, and listed earlier', ['ignored_of_before'], ignored('prod_other')],
  ['never heard of', ['new'], { class: 'unclassified' }],
] as const)('a price that is %s', (_name, [id, product], expected) => {
  expect(classifyPrice(rules, id, product)).toEqual(expected);
});
