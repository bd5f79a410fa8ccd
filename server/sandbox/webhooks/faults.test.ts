import { describe, expect, test } from 'vitest';
import { draw, holdBackMs, noFaults, strikes } from './faults.ts';

const ordinals = Array.from({ length: 2000 }, (_, index) => index + 1);
const struck = (seed: number, drop: number) =>
  ordinals.filter((ordinal) => strikes({ ...noFaults(seed), drop }, ordinal, 'drop'));

describe('faults', () => {
  test('the same seed affects the same events, another seed others', () => {
    expect(struck(7, 0.1)).toEqual(struck(7, 0.1));
    expect(struck(7, 0.1)).not.toEqual(struck(8, 0.1));
  });

  test('the share of affected events matches the rate; 0 none, 1 all', () => {
    expect(struck(7, 0.1).length).toBeGreaterThan(150);
    expect(struck(7, 0.1).length).toBeLessThan(250);
    expect(struck(7, 0)).toEqual([]);
    expect(struck(7, 1)).toEqual(ordinals);
  });

  test('faults are independent of each other', () => {
    const both = ordinals.filter((ordinal) => draw(7, ordinal, 'drop') < 0.5 && draw(7, ordinal, 'repeat') < 0.5);
    expect(both.length / ordinals.length).toBeCloseTo(0.25, 1);
  });

  test('a delay lasts as long as configured, and reordering adds up to 1.5 s', () => {
    const delayed = { ...noFaults(7), delay: { rate: 1, ms: 300 } };
    expect(holdBackMs(delayed, 1)).toBe(300);
    const held = ordinals.map((ordinal) => holdBackMs({ ...noFaults(7), reorder: 1 }, ordinal));
    expect(Math.max(...held)).toBeLessThanOrEqual(1500);
    expect(new Set(held).size).toBeGreaterThan(500);
  });
});
