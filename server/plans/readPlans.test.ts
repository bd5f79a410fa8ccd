import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { isSold, paidPlan, paidPlans } from './catalogue.ts';
import { planFile } from './planFile.ts';
import { defaultPlansFile, readPlans } from './readPlans.ts';
import { defaultPlans, readText } from './testing.ts';

test("the default file is valid and has the specification's plans", () => {
  expect(readPlans(defaultPlansFile).problems).toEqual([]);
  expect(paidPlans(defaultPlans()).map(({ name }) => name)).toEqual(['starter', 'pro', 'enterprise']);
  expect(defaultPlans().access).toEqual({
    past_due_days: 7,
    after_trial_failed_days: 7,
    renewal_grace_days: 3,
    unknown_plan_days: 14,
    paused: 'end',
    canceled: 'keep',
    refund_full: 'end',
    refund_partial: 'keep',
    dispute_open: 'keep',
    dispute_won: 'keep',
    dispute_lost: 'end',
    one_time_days: 365,
    grants: 'keep',
  });
});

test.each([
  ['starter', true],
  ['pro', true],
  ['enterprise', true],
  ['free', false],
  ['', false],
  ['PRO', false],
  ['constructor', false],
])('can %j be bought: %s', (plan, expected) => {
  expect(isSold(defaultPlans(), plan)).toBe(expected);
});

test('a plan that is no longer sold stays known', () => {
  const { catalogue } = readText(`currency: usd
plans:
  free: { rank: 0, texts: { en: { name: Free } } }
  gold: { rank: 1, texts: { en: { name: Gold } } }
  old: { rank: 2, texts: { en: { name: Old } }, sold: false }`);
  if (!catalogue) throw new Error('The file was refused');
  expect([isSold(catalogue, 'old'), paidPlan(catalogue, 'old')?.rank]).toEqual([false, 2]);
});

test('every problem is reported at once, with its line and column', () => {
  const { catalogue, problems } = readText(`currency: Euro
plans:
  free:
    rank: 5
    texts: { en: { name: Free } }
    prices: { month: '1.00' }
  gold:
    rank: 5
    texts: { en: { name: Gold }, fr: { name: Or } }
    prices: { month: 9.90, week: '3' }
    seats: { min: 5, max: 2 }
  silver:
    rank: 1
    texts: { en: { name: Silver } }
    prices: { month: '1.999' }
    features: { projects: 0, stars: true }
    colour: grey
  Bronze:
    rank: two
acess: {}`);
  expect(catalogue).toBeNull();
  expect(problems).toEqual([
    'plans.yaml:1:11: currency: must be a lower-case currency code, such as usd',
    'plans.yaml:9:34: plans.gold.texts.fr: is not a known name',
    'plans.yaml:10:22: plans.gold.prices.month: must be an amount in quotes, such as "9.90"',
    'plans.yaml:10:28: plans.gold.prices.week: is not a known name',
    'plans.yaml:16:27: plans.silver.features.projects: must be a whole number from 1 to 1000000',
    'plans.yaml:17:5: plans.silver.colour: is not a known name',
    'plans.yaml:18:3: plans.Bronze: must be lower-case letters, digits and _, and begin with a letter',
    'plans.yaml:20:1: acess: is not a known name',
    'plans.yaml:6:5: plans.free.prices: must not be there: this plan is never sold',
  ]);
});

test.each([
  [
    'a plan whose amount is too fine',
    "gold: { rank: 1, texts: { en: { name: G } }, prices: { month: '1.999' } }",
    /5:\d+: plans.gold.prices.month: has more than the 2 decimals of usd/,
  ],
  [
    'the same rank twice',
    'gold: { rank: 1, texts: { en: { name: G } } }\n  grey: { rank: 1, texts: { en: { name: G } } }',
    /6:\d+: plans.grey.rank: is also another plan’s/,
  ],
  [
    'two popular plans',
    'a: { rank: 1, popular: true, texts: { en: { name: A } } }\n  b: { rank: 2, popular: true, texts: { en: { name: B } } }',
    /6:\d+: plans.b.popular: is already set for another plan/,
  ],
  [
    'a feature without texts',
    'gold: { rank: 1, texts: { en: { name: G } }, features: { stars: true } }',
    /plans.gold.features.stars: has no texts under features/,
  ],
  [
    'fewer seats at most than at least',
    'gold: { rank: 1, texts: { en: { name: G } }, seats: { min: 5, max: 2 } }',
    /plans.gold.seats.max: must be at least 5/,
  ],
  ['a plan named unknown', 'unknown: { rank: 1, texts: { en: { name: G } } }', /plans.unknown: is not a plan name/],
  [
    'nothing that is sold',
    'gold: { rank: 1, sold: false, texts: { en: { name: G } } }',
    /3:1: plans: has no plan on sale/,
  ],
  ['broken YAML', 'gold: { rank: 1', /plans.yaml:\d+:\d+: /],
  ['a key twice', 'gold: { rank: 1, rank: 2 }', /5:\d+: Map keys must be unique/],
])('%s is a problem', (_name, plan, expected) => {
  const head = 'currency: usd\n# plans\nplans:\n  free: { rank: 0, texts: { en: { name: Free } } }\n  ';
  const { catalogue, problems } = readText(head + plan);
  expect(catalogue).toBeNull();
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(expected);
});

test('the access policy: missing fields have defaults, and each problem has its position', () => {
  const head = `currency: usd
plans:
  free: { rank: 0, texts: { en: { name: Free } } }
  gold: { rank: 1, texts: { en: { name: Gold } } }
access:
`;
  const { catalogue } = readText(`${head}  past_due_days: 2\n  refund_full: keep`);
  const given = { past_due_days: 2, after_trial_failed_days: 2, refund_full: 'keep' };
  expect(catalogue?.access).toEqual({ ...defaultPlans().access, ...given });
  expect(
    readText(`${head}  past_due_days: -1\n  paused: maybe\n  one_time_days: soon\n  dispute: end`).problems,
  ).toEqual([
    'plans.yaml:6:18: access.past_due_days: must be a whole number from 0 to 3650',
    'plans.yaml:8:18: access.one_time_days: must be a whole number from 0 to 3650, or lifetime',
    'plans.yaml:7:11: access.paused: must be keep or end',
    'plans.yaml:9:3: access.dispute: is not a known name',
  ]);
});

test('a file without the free plan is invalid', () => {
  const { problems } = readText('currency: usd\nplans: { gold: { rank: 1, texts: { en: { name: G } } } }');
  expect(problems).toEqual(['plans.yaml:2:1: plans: lacks the plan free, which every user has']);
});

test('a missing file is a problem, too', () => {
  expect(readPlans('/nowhere/plans.yaml').problems).toEqual(['/nowhere/plans.yaml: cannot be read']);
});

test('the published schema is current, and the default file names it', async () => {
  const schema = {
    title: 'The plans of a subscription payments service',
    ...z.toJSONSchema(planFile, { io: 'input' }),
  };
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot('./plans.schema.json');
  expect(readFileSync(defaultPlansFile, 'utf8').split('\n')[0]).toContain('$schema=./plans.schema.json');
});
