import { expect, test } from 'vitest';
import { comparedRows } from './comparison.ts';
import { pro } from './sample.ts';

const feature = (key: string, limit: number | null = null) => ({
  key,
  limit,
  texts: { en: limit === null ? key.toUpperCase() : `Up to ${limit}` },
});
const small = { ...pro, name: 'small', features: [feature('projects', 3), feature('basic_analytics')] };
const large = {
  ...pro,
  name: 'large',
  features: [feature('projects', 10), feature('advanced_analytics'), feature('sla'), feature('calls', 9)],
};
const top = {
  ...pro,
  name: 'top',
  features: [feature('everything_in_large'), feature('unlimited_seats'), feature('on_premise')],
};
const plans = [small, large, top];
const compare = [
  { en: 'Projects', features: ['projects'] },
  { en: 'Analytics', features: ['basic_analytics', 'advanced_analytics'] },
  { en: 'Of no plan', features: ['gone'] },
];
const shown = (columns = plans) =>
  comparedRows(columns, { plans, compare }).map(({ name, cells }) => [
    name.en,
    ...cells.map((cell) => (typeof cell === 'boolean' ? cell : cell.en)),
  ]);

test('rows of the file come first, with the most that each plan has; a plan has all of the one that it includes', () => {
  expect(shown()).toEqual([
    ['Projects', 'Up to 3', 'Up to 10', 'Up to 10'],
    ['Analytics', 'BASIC_ANALYTICS', 'ADVANCED_ANALYTICS', 'ADVANCED_ANALYTICS'],
    ['SLA', false, true, true],
    ['calls', false, 'Up to 9', 'Up to 9'],
    ['ON_PREMISE', false, false, true],
  ]);
});

test('plans that include each other, or themselves, have what both have', () => {
  const features = [feature('everything_in_one'), feature('everything_in_other')];
  const both = [
    { ...pro, name: 'one', features: [...features, feature('a')] },
    { ...pro, name: 'other', features: [...features, feature('b')] },
  ];
  const rows = comparedRows(both, { plans: both, compare: [] });
  expect(rows.map(({ key, cells }) => [key, ...cells]).sort()).toEqual([
    ['a', true, true],
    ['b', true, true],
  ]);
});

test('what is included counts where its own plan is not shown', () => {
  expect(shown([top])).toContainEqual(['SLA', true]);
});
