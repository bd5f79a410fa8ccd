import { describe, expect, it } from 'vitest';
import type { LiveSubscriptions } from '../trpc.ts';
import { besideOf, isAll } from './beside.ts';
import { statedSubscription } from './statement/sample.ts';

const one = { ...statedSubscription({}), id: 'one' } as LiveSubscriptions['live'][number];
const two = { ...one, id: 'two' };
const account = { live: [one], asked: true, proven: true, organisation: null };
const organisation = { id: 'org:acme' };

describe('that nothing else is charged is said only of a proven address, after the providers were asked', () => {
  it.each([
    ['its only subscription', account, 'one', true],
    ['nothing at all', { ...account, live: [] }, null, true],
    ['one of two', { ...account, live: [one, two] }, 'one', false],
    ['one that ended, beside a live one', account, 'ended', false],
    ['the providers were not asked', { ...account, asked: false }, 'one', false],
    ['its only one, address not proven', { ...account, proven: false }, 'one', false],
    ['nothing at all, address not proven', { ...account, live: [], proven: false }, null, false],
    ['acts in an organisation', { ...account, live: [], organisation }, null, false],
  ] as const)('%s', (...[, of, id, expected]) => {
    expect(isAll(besideOf({ ...of, live: [...of.live] }, id))).toBe(expected);
  });
});
