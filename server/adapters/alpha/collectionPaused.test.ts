import { expect, test } from 'vitest';
import { toSubscription } from './subscription.ts';

const END = 1_900_000_000;

test.each([
  ['for good', { behavior: 'void', resumes_at: null }, 'paused'],
  ['beyond the period', { behavior: 'void', resumes_at: END + 1 }, 'paused'],
  ['until the renewal', { behavior: 'keep_as_draft', resumes_at: END }, 'running'],
  ['not', null, 'running'],
])('collection is paused %s', (_, pause_collection, standing) => {
  const data = { id: 'sub_1', status: 'active', pause_collection, current_period_end: END };
  expect(toSubscription(data, { prices: [], warnings: [] })).toMatchObject({ status: 'active', standing });
});
