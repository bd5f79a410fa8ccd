import { expect, test } from 'vitest';
import type { Statement } from '../../../../client/views/statement/statement.ts';
import { compare } from './compare.ts';
import type { Bill, Holder, Sold } from './model/books.ts';
import { Memory } from './model/books.ts';
import { Prophecies } from './prophecies.ts';
import type { Said } from './said.ts';

const on = (day: number) => new Date(Date.UTC(2026, 9, day)).toISOString();
const discount = { percent: 20, amount: null, until: on(31) };
const scheduled = { plan: 'starter', interval: 'month', quantity: 1, amount: 490 };
const sold = {
  id: 'sub_1',
  status: 'active',
  plan: 'pro',
  interval: 'month',
  quantity: 1,
  amount: 990,
  balance: 0,
  currentPeriodStart: on(1),
  currentPeriodEnd: on(31),
  cancelAt: null,
  pausesAtPeriodEnd: false,
  scheduled,
  discount,
} as Sold;
const bill = {
  id: 'in_1',
  subscriptionId: 'sub_1',
  reason: 'create',
  status: 'paid',
  amount: 792,
  refunded: 0,
  attempts: 1,
  createdAt: on(1),
  paidAt: on(1),
} as Bill;
const company = { disputes: [], grants: [], endsAtOnce: false, hidesTrials: false };
const alone = { organisation: null, isPayer: false };
const account: Holder = { ...company, ...alone, subscriptions: [sold], bills: [bill], now: Date.parse(on(15)) };

const next = { kind: 'charge', at: on(31), amount: '4.90', plan: 'starter', seats: 1, interval: 'month' } as const;
const statement: Statement = {
  kind: 'active',
  plan: 'pro',
  next,
  ends: null,
  payer: 'reader',
  taxIncluded: null,
  use: { usable: true, reason: 'active', until: on(31) },
};

/** What the books above are, as pages say it; with changes. */
function saying(changes: Partial<Statement>, refunded = '0.00'): Said {
  const subscription = {} as never;
  return {
    access: { plan: 'pro', reason: 'active', until: on(31) } as Said['access'],
    statements: new Map([['sub_1', { subscription, statement: { ...statement, ...changes } }]]),
    bare: null,
    payments: [{ amount: '7.92', amountRefunded: refunded, status: 'succeeded' }] as Said['payments'],
    reminders: new Map([['sub_1', null]]),
    organisation: null,
  };
}

test('pages that say what the books say differ in nothing', () => {
  expect(compare(account, new Memory(), saying({})).differences).toEqual([]);
});

test.each<[string, Said]>([
  ['next amount', saying({ next: { ...next, amount: '9.90' } })],
  ['next charge', saying({ next: { ...next, at: on(30) } })],
  ['next plan', saying({ next: { ...next, plan: 'pro' } })],
  ['next', saying({ next: { kind: 'none' } })],
  ['plan', saying({ plan: 'starter' })],
  ['usable', saying({ use: { ...statement.use, usable: false } })],
  ['ends', saying({ ends: on(31) })],
  ['payments', saying({}, '7.92')],
])('one false fact is found: %s', (fact, said) => {
  const { differences } = compare(account, new Memory(), said);
  expect(differences.map((line) => line.split(':')[0])).toEqual([fact]);
});

test.each([
  ['as announced', { amount: 490 }, 0],
  ['another amount', { amount: 392 }, 1],
  ['another day', { amount: 490, createdAt: on(33) }, 1],
])('what is charged is held against what was announced: %s', (...[, renewed, broken]) => {
  const prophecies = new Prophecies();
  prophecies.keep(saying({}), account.now);
  const bills = [bill, { ...bill, createdAt: on(31), ...renewed }];
  expect(prophecies.judge({ ...account, bills, now: Date.parse(on(40)) })).toHaveLength(broken);
});

const yearly: Sold = { ...sold, interval: 'year', amount: 9_900, scheduled: null, discount: null };
const reminder = {
  kind: 'year',
  chargeAt: new Date(on(31)),
  next: { plan: 'pro', interval: 'year', amount: '99.00' },
} as const;

test.each([
  ['what the books say', reminder, []],
  ['nothing', null, ['a mail before the charge']],
  ['another amount', { ...reminder, next: { ...reminder.next, amount: '79.20' } }, ['mailed amount']],
  ['another plan', { ...reminder, next: { ...reminder.next, plan: 'starter' } }, ['mailed plan']],
  ['another day', { ...reminder, chargeAt: new Date(on(30)) }, ['mailed charge']],
])('a mail before a yearly charge that says %s', (_name, mailed, expected) => {
  const said = { ...saying({}), reminders: new Map([['sub_1', mailed]]) };
  const { differences } = compare({ ...account, subscriptions: [yearly] }, new Memory(), said);
  const facts = differences.map((line) => line.split(':')[0] ?? '');
  expect(facts.filter((fact) => fact.includes('mail'))).toEqual(expected);
});
