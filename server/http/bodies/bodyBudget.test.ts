import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BodyBudget, createBodyBudget, SMALL_BYTES, type Upload } from './bodyBudget.ts';

const KIB = 1_024;
const bounds = { small: 1_024 * KIB, large: 8_192 * KIB };

/** A budget with its own clock, and the names of the bodies that it cut. */
function setUp() {
  const clock = { now: 1_000_000 };
  const cut: string[] = [];
  const budget = createBodyBudget(bounds, () => clock.now);
  const begin = (name: string, address = name, declared = 1_024 * KIB) =>
    budget.begin(address, declared, () => cut.push(name));
  return { clock, cut, budget, begin };
}

/** Fills the reserve of large bodies from eight addresses, in order of their names. */
function fill({ clock, budget, begin }: ReturnType<typeof setUp>): Upload[] {
  return Array.from({ length: 8 }, (_, n) => {
    const upload = begin(`old${n}`);
    budget.grow(upload, 1_024 * KIB);
    clock.now += 100;
    return upload;
  });
}

test('cuts nothing up to the bound', () => {
  const all = setUp();
  fill(all);
  expect(all.cut).toEqual([]);
  expect(all.budget.held()).toBe(bounds.large);
});

test('cuts the slowest beyond the bound, not the newest', () => {
  const all = setUp();
  fill(all);
  all.clock.now += 5_000;
  const slow = all.begin('slow');
  all.budget.grow(slow, KIB);
  expect(all.cut).toEqual(['old0']);
  all.clock.now += 3_000;
  all.budget.grow(all.begin('newest'), 1_024 * KIB);
  expect(all.cut).toEqual(['old0', 'slow']);
});

test('among young bodies, cuts the oldest first', () => {
  const all = setUp();
  fill(all);
  all.budget.grow(all.begin('newest'), 1);
  expect(all.cut).toEqual(['old0']);
});

test('among young bodies, cuts the largest before the oldest', () => {
  const all = setUp();
  for (let n = 0; n < 8; n += 1) {
    all.budget.grow(all.begin(`large${n}`), 900 * KIB);
    all.clock.now += 10;
  }
  all.budget.grow(all.begin('real', 'real', 200 * KIB), 100 * KIB);
  for (let n = 0; n < 20; n += 1) all.budget.grow(all.begin(`more${n}`), 900 * KIB);
  expect(all.cut).not.toContain('real');
  expect(all.cut.slice(0, 2)).toEqual(['large0', 'large1']);
});

test('does not cut a sender that has just sent something while there are others', () => {
  const all = setUp();
  all.budget.end(fill(all)[7] as Upload);
  const slow = all.begin('slow');
  all.budget.grow(slow, 512 * KIB);
  all.clock.now += 50_000;
  all.budget.grow(all.begin('young'), 500 * KIB);
  all.budget.grow(slow, 20 * KIB);
  expect(all.cut).toEqual(['old0']);
});

test('an address with more than an eighth loses only its own bodies', () => {
  const all = setUp();
  const others = ['a', 'b'].map((name) => all.begin(name));
  for (const other of others) all.budget.grow(other, 512 * KIB);
  all.clock.now += 10_000;
  for (let n = 0; n < 50; n += 1) {
    all.budget.grow(all.begin(`greedy${n}`, 'greedy'), 512 * KIB);
    all.clock.now += 10;
  }
  expect(all.cut).toEqual(Array.from({ length: 48 }, (_, n) => `greedy${n}`));
});

test('small bodies have a reserve that large ones cannot use', () => {
  const all = setUp();
  fill(all);
  for (let n = 0; n < 16; n += 1) all.budget.grow(all.begin(`small${n}`, `s${n}`, SMALL_BYTES), SMALL_BYTES);
  expect(all.cut).toEqual([]);
  all.budget.grow(all.begin('small16', 's16', SMALL_BYTES), SMALL_BYTES);
  expect(all.cut).toEqual(['small0']);
});

describe('a body without a declared length', () => {
  test('counts as small until it is large', () => {
    const all = setUp();
    fill(all);
    const upload = all.begin('chunked', 'chunked', Number.NaN);
    all.budget.grow(upload, SMALL_BYTES);
    expect(all.cut).toEqual([]);
    all.budget.grow(upload, 1);
    expect(all.cut).toEqual(['old0']);
  });
});

test('a finished or cut body no longer counts and is not cut again', () => {
  const all = setUp();
  const [first, ...rest] = fill(all) as [Upload, ...Upload[]];
  all.budget.end(first);
  all.budget.grow(first, 1_024 * KIB);
  expect(all.budget.held()).toBe(7 * 1_024 * KIB);
  for (const upload of rest) all.budget.end(upload);
  for (const upload of rest) all.budget.end(upload);
  expect([all.budget.held(), all.cut]).toEqual([0, []]);
});

const step = fc.record({
  what: fc.constantFrom('begin', 'grow', 'grow', 'grow', 'end'),
  which: fc.nat(40),
  bytes: fc.integer({ min: 1, max: 300 * KIB }),
  address: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'),
  declared: fc.constantFrom(Number.NaN, 10 * KIB, 1_024 * KIB),
  ms: fc.nat(400),
});

test('random input never exceeds a bound, and the sums match the remaining bodies', () => {
  const seed = Date.now() & 0x7fffffff;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const clock = { now: 0 };
      const budget: BodyBudget = createBodyBudget(bounds, () => clock.now);
      const uploads: Upload[] = [];
      for (const { what, which, bytes, address, declared, ms } of steps) {
        clock.now += ms;
        const chosen = uploads[which % Math.max(1, uploads.length)];
        if (what === 'begin') uploads.push(budget.begin(address, declared, () => {}));
        else if (what === 'grow' && chosen) budget.grow(chosen, bytes);
        else if (chosen) budget.end(chosen);
        const live = uploads.filter(({ reserve }) => reserve);
        expect(live.reduce((sum, { held }) => sum + held, 0)).toBe(budget.held());
        for (const reserve of new Set(live.map((upload) => upload.reserve))) {
          const mine = live.filter((upload) => upload.reserve === reserve);
          expect(reserve?.held).toBeLessThanOrEqual(reserve?.bound ?? 0);
          for (const { address: one } of mine) {
            const share = mine.filter((upload) => upload.address === one).reduce((sum, { held }) => sum + held, 0);
            expect(share).toBeLessThanOrEqual((reserve?.bound ?? 0) / 8);
          }
        }
      }
    }),
    { seed, numRuns: 200 },
  );
});
