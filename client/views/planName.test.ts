import { expect, test } from 'vitest';
import { planNameIn } from './planName.ts';

const names = { gold: { en: 'Gold', de: 'Edel' } };
const inGerman = ({ en, de }: { en: string; de?: string }) => de ?? en;

test.each([
  [names, 'gold', 'Edel'],
  [names, 'silver', undefined],
  [names, 'unknown', undefined],
  [names, 'toString', undefined],
  [undefined, 'gold', 'Gold'],
  [undefined, 'unknown', undefined],
])('in %j, the name of %s is %s', (known, plan, name) => {
  expect(planNameIn(known, plan, inGerman)).toBe(name);
});
