import { expect, test } from 'vitest';
import { type Claim, type ClaimDecision, decideClaim } from './decideClaim.ts';

const account = (id: string, boughtAt: number | null = null, more = {}) => ({
  id,
  boughtAt,
  hasSocial: false,
  ...more,
});
const prover = (boughtAt: number | null = null, more = {}) => ({
  ...account('me', boughtAt),
  hasProvenAddress: false,
  ...more,
});
const claim = (own: Claim['prover'], others: Claim['others'], ...known: string[]): Claim => ({
  prover: own,
  others,
  known: new Set(known),
});
const SOCIAL = { hasSocial: true };
const nothing = { isClaimed: false, joins: false, left: [] };
const fresh = { ...nothing, opens: null };
const own = { ...nothing, opens: 'me' };

test.each<[string, Claim, ClaimDecision]>([
  ['by mail: nobody has it', claim(null, []), fresh],
  ['by mail: never bought, another browser: it loses the address', claim(null, [account('a')]), fresh],
  ['by mail: never bought, same browser', claim(null, [account('a')], 'a'), { ...nothing, opens: 'a' }],
  ['by mail: bought, same browser', claim(null, [account('a', 1)], 'a'), { ...nothing, opens: 'a' }],
  ['by mail: bought, another browser', claim(null, [account('a', 1)]), { ...nothing, opens: 'a', isClaimed: true }],
  [
    'by mail: two bought: the newest, the other is left to operators',
    claim(null, [account('a', 1), account('b', 2)]),
    { opens: 'b', isClaimed: true, joins: false, left: ['a'] },
  ],
  [
    'by mail: two bought: the one of this browser',
    claim(null, [account('a', 1), account('b', 2)], 'a'),
    { opens: 'a', isClaimed: false, joins: false, left: ['b'] },
  ],
  [
    'by mail: one of this browser never bought, another did',
    claim(null, [account('a'), account('b', 2)], 'a'),
    { ...nothing, opens: 'b', isClaimed: true },
  ],
  ['by mail: bought, with a social sign-in', claim(null, [account('a', 1, SOCIAL)]), { ...fresh, left: ['a'] }],
  [
    'by mail: bought, with a social sign-in, same browser',
    claim(null, [account('a', 1, SOCIAL)], 'a'),
    { ...nothing, opens: 'a' },
  ],
  ['in a session: nobody else has it', claim(prover(), []), own],
  ['in a session: who bought keeps the account', claim(prover(1), []), own],
  ['in a session: the other never bought', claim(prover(), [account('a')]), own],
  [
    'in a session: the other bought: the empty account beside ends in it',
    claim(prover(), [account('a', 1)]),
    { opens: 'a', isClaimed: true, joins: true, left: [] },
  ],
  [
    'in a session: the other bought in this browser',
    claim(prover(), [account('a', 1)], 'a'),
    { opens: 'a', isClaimed: false, joins: true, left: [] },
  ],
  [
    'in a session with another proven address: its account stays beside',
    claim(prover(null, { hasProvenAddress: true }), [account('a', 1)]),
    { opens: 'a', isClaimed: true, joins: false, left: [] },
  ],
  ['in a session: both bought: nothing of it ends', claim(prover(1), [account('a', 2)]), { ...own, left: ['a'] }],
  ['in a session: the other has a social sign-in', claim(prover(), [account('a', 1, SOCIAL)]), { ...own, left: ['a'] }],
])('%s', (_case, given, expected) => {
  expect(decideClaim(given)).toEqual(expected);
});
