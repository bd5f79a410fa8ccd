import { expect, it } from 'vitest';
import { ledgerDe } from '../../text/ledger.de.ts';
import { ledgerEn } from '../../text/ledger.en.ts';
import type { ShownPayment } from '../payments.ts';
import { csvOf } from './csv.ts';

const payment = {
  id: 'pay_1',
  type: 'subscription',
  plan: 'pro',
  status: 'partially_refunded',
  amount: '1234.50',
  amountRefunded: '0.50',
  currency: 'usd',
  createdAt: new Date(2026, 8, 14, 10).toISOString(),
  periodStart: new Date(2026, 8, 14).toISOString(),
  periodEnd: new Date(2026, 9, 14).toISOString(),
} as ShownPayment;

const csv = (payments: ShownPayment[], name = 'Pro', columns = ['Date']) =>
  csvOf(payments, { columns, what: () => name, status: ({ status }) => status });
const rowOf = (name: string) => csv([payment], name).split('\r\n')[1];

it('a payment is a row with exact amounts, its currency and ISO dates', () => {
  expect(csv([payment])).toBe(
    '\uFEFFDate\r\n2026-09-14,Pro,2026-09-14,2026-10-14,partially_refunded,1234.50,0.50,1234.00,USD,pay_1\r\n',
  );
  const owed = { ...payment, status: 'failed', currency: 'jpy', amount: '990', amountRefunded: '0', periodStart: null };
  expect(csv([owed]).split('\r\n')[1]).toBe('2026-09-14,Pro,,2026-10-14,failed,990,0,0,JPY,pay_1');
});

it.each([
  ['Pro, yearly', '"Pro, yearly"'],
  ['the "Pro"', '"the ""Pro"""'],
  ['two\nlines', '"two\nlines"'],
  [' Pro ', '" Pro "'],
  ['Größe L', 'Größe L'],
])('%j is quoted as RFC 4180 has it', (name, cell) => {
  expect(csv([payment], name)).toContain(`,${cell},2026-09-14,`);
});

it.each(['=1+1', '+1+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '|cmd', '%0A', ' =1'])('%j runs nowhere', (name) => {
  expect(csv([payment], name).slice(1).split('2026-09-14,')[1]).toMatch(/^"?'/);
});

it('a number stays a number', () => {
  expect(rowOf('-5')).toContain(',-5,');
});

it.each([
  ['en', ledgerEn],
  ['de', ledgerDe],
])('%s: every column has a name of its own', (_, { csvColumns }) => {
  const cells = csv([payment]).split('\r\n')[1]?.split(',').length;
  expect([csvColumns.length, new Set(csvColumns).size]).toEqual([cells, cells]);
});
