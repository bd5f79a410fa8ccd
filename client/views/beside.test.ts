import { describe, expect, it } from 'vitest';
import type { LiveSubscriptions } from '../trpc.ts';
import { besideOf, isAll, isLast } from './beside.ts';
import { statedSubscription } from './statement/sample.ts';

const one = { ...statedSubscription({}), id: 'one' } as LiveSubscriptions['live'][number];
const two = { ...one, id: 'two' };
const account = { live: [one], asked: true, proven: true, access: { owned: [] }, organisation: null };
const organisation = { access: { plan: 'free' } };
const given = { plan: 'starter', by: 'granted' as const, until: null, covers: ['starter'] };

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

describe('that the account moves to Free is said only where nothing else is had', () => {
  it.each([
    ['its only subscription', account, 'one', true],
    ['one of two', { ...account, live: [one, two] }, 'one', false],
    ['something was given', { ...account, access: { owned: [given] } }, 'one', false],
    ['the organisation has a plan', { ...account, organisation: { access: { plan: 'pro' } } }, 'one', false],
    ['the organisation has none', { ...account, organisation }, 'one', true],
  ] as const)('%s', (...[, of, id, expected]) => {
    const beside = besideOf({ ...of, live: [...of.live], access: { owned: [...of.access.owned] } }, id);
    expect(isLast(beside)).toBe(expected);
  });
});
