import { boughtIn, type ShownPayment } from '../payments.ts';
import { moneyOf } from './years.ts';

export interface CsvTexts {
  /** Of the columns, in order. */
  columns: readonly string[];
  what(bought: ReturnType<typeof boughtIn>): string;
  status(payment: ShownPayment): string;
}

/** So that spreadsheets read the file as UTF-8. */
const MARK = '\uFEFF';

/**
 * Payments as RFC 4180 has them: amounts are exact decimals with a point, dates are ISO 8601 in the reader's zone, and
 * no cell begins a formula.
 */
export function csvOf(payments: readonly ShownPayment[], texts: CsvTexts): string {
  const rows = payments.map((payment) => {
    const { paid, returned, net } = moneyOf(payment);
    const asked = payment.status === 'failed' || payment.status === 'pending' ? payment.amount : paid;
    return [
      dayOf(payment.createdAt),
      texts.what(boughtIn(payment)),
      dayOf(payment.periodStart),
      dayOf(payment.periodEnd),
      texts.status(payment),
      asked,
      returned,
      net,
      payment.currency.toUpperCase(),
      payment.id,
    ];
  });
  return MARK + [texts.columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function dayOf(iso: string | null): string {
  if (iso === null) return '';
  const at = new Date(iso);
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => `${part}`.padStart(2, '0')).join('-');
}

const NUMBER = /^-?\d+(\.\d+)?$/;
/** What makes spreadsheets run a cell instead of showing it. */
const FORMULA = /^[\s\uFEFF]*[=+\-@|%]|^[\t\r\n]/;

function cell(text: string): string {
  const safe = !NUMBER.test(text) && FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
