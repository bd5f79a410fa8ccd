import { expect, test } from 'vitest';
import { contrast, readHex, toHex } from './oklch.ts';
import { rolesOf, type Scheme } from './roles.ts';

const brands = {
  'the default': '#2745e0',
  dark: '#14213d',
  pale: '#f5c542',
  violet: '#7c3aed',
  white: '#ffffff',
  black: '#000000',
  grey: '#8a8a8a',
  red: '#e11d48',
  lime: '#84cc16',
  cyan: '#06b6d4',
  'a short one': '#0a7',
};

/** What stands on what, and how well it must be told from it. */
const pairs: [front: string, grounds: string[], least: number][] = [
  ['ink', ['paper', 'sheet', 'well'], 7],
  ['ink-2', ['paper', 'sheet', 'well'], 4.5],
  ['ink-3', ['paper', 'sheet'], 3],
  ['edge', ['paper', 'sheet'], 3],
  ['on-accent', ['accent', 'accent-hover', 'accent-press'], 4.5],
  ['accent-ink', ['paper', 'sheet', 'well', 'accent-wash'], 4.5],
  ['accent-mark', ['paper', 'sheet'], 3],
  ['accent-rim', ['paper', 'sheet'], 3],
  ['good', ['paper', 'sheet', 'good-wash'], 4.5],
  ['warn', ['paper', 'sheet', 'warn-wash'], 4.5],
  ['warn-mark', ['paper', 'sheet'], 3],
  ['bad', ['paper', 'sheet', 'bad-wash'], 4.5],
  ['on-bad', ['bad-fill', 'bad-fill-hover'], 4.5],
  ['ink', ['good-wash', 'warn-wash', 'bad-wash', 'accent-wash', 'raised'], 7],
];

const cases = Object.entries(brands).flatMap(([name, color]) =>
  (['light', 'dark'] as const).map((scheme): [string, string, Scheme] => [name, color, scheme]),
);

test.each(cases)('%s (%s), %s: words and marks can be told from what they stand on', (_name, color, scheme) => {
  const roles = rolesOf(color, scheme);
  const poor = pairs.flatMap(([front, grounds, least]) =>
    grounds
      .filter((ground) => contrast(roles[front] ?? '', roles[ground] ?? '') < least)
      .map((ground) => `${front} on ${ground}: ${contrast(roles[front] ?? '', roles[ground] ?? '').toFixed(2)}`),
  );
  expect(poor).toEqual([]);
});

test.each([
  ['pale', '#f5c542', 'light', { accent: '#f5c542' }],
  ['violet', '#7c3aed', 'light', { 'on-accent': '#ffffff' }],
  ['black', '#000000', 'light', { accent: '#000000', 'on-accent': '#ffffff' }],
] as const)('a %s brand (%s) keeps its colour where it can, %s', (...[, color, scheme, expected]) => {
  expect(rolesOf(color, scheme)).toMatchObject(expected);
});

test('what is wrong looks the same with every brand', () => {
  const { bad, warn, good } = rolesOf('#f5c542', 'light');
  expect(rolesOf('#7c3aed', 'light')).toMatchObject({ bad, warn, good });
});

test.each(['#000000', '#ffffff', '#123456', '#f5c542', '#ff00ff'])('%s is read and written alike', (hex) => {
  expect(toHex(readHex(hex))).toBe(hex);
});
