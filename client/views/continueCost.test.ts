import { expect, it } from 'vitest';
import { continueCost } from './continueCost.ts';
import { statedAt as at, statedNow as now, statedSubscription as stated } from './statement/sample.ts';

const rests = { status: 'incomplete', paused: true } as const;
const over = { currentPeriodEnd: at(20) };
const sum = { amount: '9.90', currency: 'usd', taxIncluded: null, about: true };

it.each([
  ['its paid time has run out', { ...rests, ...over }, sum],
  ['tax is added', { ...rests, ...over, taxIncluded: false }, { ...sum, taxIncluded: false }],
  ['its paid time goes on', rests, null],
  ['of an unknown sum', { ...rests, ...over, amountKnown: false }, null],
  ['not paused', over, null],
] as const)('what continuing a paused plan charges at once: %s', (_name, changes, expected) => {
  expect(continueCost(stated(changes), now)).toEqual(expected);
});
