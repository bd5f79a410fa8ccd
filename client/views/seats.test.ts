import { describe, expect, it } from 'vitest';
import { pro } from './sample.ts';
import { amountOfSeats, isBySeats, offeredSeats, readSeats } from './seats.ts';

const team = { ...pro, name: 'team', seats: { min: 2, max: 20 } };
const any = { ...pro, name: 'any', seats: { min: 1, max: null } };
const has = (plan: string, seats: number, isLive = true) => ({ plan, seats, isLive });

describe('isBySeats', () => {
  it.each([
    [pro, 'month', false],
    [team, 'month', true],
    [team, 'year', true],
    [team, 'one_time', false],
    [any, 'month', true],
    [{ ...pro, seats: { min: 5, max: 5 } }, 'month', false],
  ] as const)('%j %s: %s', (plan, interval, expected) => {
    expect(isBySeats(plan, interval)).toBe(expected);
  });
});

describe('offeredSeats', () => {
  it.each([
    ['the minimum if nothing was chosen', [team, null], null, 2],
    ['the chosen number', [team, 7], null, 7],
    ['the maximum instead of more', [team, 99], null, 20],
    ['the minimum instead of less', [team, 1], null, 2],
    ['the seats of the subscription', [team, null], has('team', 6), 6],
    ['the chosen number instead of those of the subscription', [team, 4], has('team', 6), 4],
    ['the minimum beside a subscription to another plan', [team, null], has('pro', 6), 2],
    ['the minimum after an ended subscription', [team, null], has('team', 6, false), 2],
    ['one for a plan with one seat', [pro, 5], null, 1],
    ['any number for an unlimited plan', [any, 400], null, 400],
  ] as const)('offers %s', (...[, [plan, seats], subscription, expected]) => {
    expect(offeredSeats(plan, { interval: 'month', seats }, subscription)).toBe(expected);
  });
});

describe('amountOfSeats', () => {
  it.each([
    ['99.90', 5, '499.50'],
    ['0.05', 3, '0.15'],
    ['990', 3, '2970'],
    ['0.990', 10, '9.900'],
    ['9.90', 1, '9.90'],
    ['0.10', 1_000_000, '100000.00'],
  ])('%s times %d: %s', (amount, seats, expected) => {
    expect(amountOfSeats(amount, seats)).toBe(expected);
  });
});

it.each([
  ['3', 3],
  ['0', null],
  ['-1', null],
  ['1.5', null],
  ['many', null],
  ['', null],
  [null, null],
])('reads the seats %s as %s', (value, seats) => {
  expect(readSeats(value)).toBe(seats);
});
