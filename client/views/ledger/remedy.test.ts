import { expect, it } from 'vitest';
import { remediesOf } from './remedy.ts';

const failed = { id: 'new', status: 'failed', subscriptionId: 'sub', writtenOff: null, actionUrl: null };
const due = { id: 'sub', status: 'past_due', former: null };
const url = 'https://bank.example/confirm';

it.each([
  ['a paid one needs nothing', [{ ...failed, status: 'succeeded' }], [due], {}],
  ['one on its way needs nothing', [{ ...failed, status: 'pending' }], [due], {}],
  ['one that is owed is paid', [failed], [due], { new: { kind: 'pay', subscriptionId: 'sub' } }],
  [
    'one that the bank asks about is confirmed',
    [{ ...failed, actionUrl: url }],
    [due],
    { new: { kind: 'confirm', url } },
  ],
  ['one that nobody asks for any more needs nothing', [{ ...failed, writtenOff: 'voided' as const }], [due], {}],
  ['one whose subscription has ended needs nothing', [failed], [], {}],
  ['one whose subscription is paid since needs nothing', [failed], [{ ...due, status: 'active' }], {}],
  [
    'the newest of several settles all',
    [failed, { ...failed, id: 'old' }],
    [due],
    { new: { kind: 'pay', subscriptionId: 'sub' } },
  ],
  [
    'two one-time payments are confirmed each',
    ['a', 'b'].map((id) => ({ ...failed, id, subscriptionId: '', actionUrl: url })),
    [],
    { a: { kind: 'confirm', url }, b: { kind: 'confirm', url } },
  ],
  [
    'what another company bills is paid there',
    [failed],
    [{ ...due, former: { url } }],
    { new: { kind: 'former', url } },
  ],
  ['a company without an address offers nothing', [failed], [{ ...due, former: { url: null } }], {}],
])('%s', (...[, payments, live, expected]) => {
  expect(Object.fromEntries(remediesOf(payments, live))).toEqual(expected);
});
