import { minorUnits } from './findings.ts';
import type { Account } from './model/books.ts';
import { DAY, timeOf } from './model/books.ts';
import type { Said } from './said.ts';

/** What a page announced about the charges of one subscription, from then on. */
interface Prophecy {
  saidAt: number;
  /** null: none at all. */
  charge: { at: number /** null: it did not say. */; amount: number | null } | null;
}

const TOLERANCE_MS = 2_000;

/**
 * Compares what pages announced with what the company then billed, with no model in between: whoever does nothing is
 * charged what was said, when it was said, or nothing.
 */
export class Prophecies {
  private readonly open = new Map<string, Prophecy>();
  compared = 0;

  /** Something was done meanwhile. */
  forget(): void {
    this.open.clear();
  }

  keep({ statements }: Said, now: number): void {
    this.forget();
    for (const [id, { statement }] of statements) {
      const { next } = statement;
      if (next.kind === 'none' || next.kind === 'pauses') this.open.set(id, { saidAt: now, charge: null });
      if (next.kind !== 'charge' && next.kind !== 'first') continue;
      const charge = { at: Date.parse(next.at), amount: next.amount === null ? null : minorUnits(next.amount) };
      this.open.set(id, { saidAt: now, charge });
    }
  }

  /** What came otherwise. */
  judge({ bills, now }: Account): string[] {
    const broken: string[] = [];
    for (const [id, { saidAt, charge }] of this.open) {
      const billed = bills.find((bill) => bill.subscriptionId === id && timeOf(bill.createdAt) > saidAt);
      const isDue = charge !== null && charge.at < now;
      if (!billed && !isDue) continue;
      this.compared += 1;
      const when = (at: number) => new Date(at).toISOString();
      const said = charge ? `${charge.amount} on ${when(charge.at)}` : 'no charge';
      const came = billed ? `${billed.amount} on ${billed.createdAt}` : 'nothing';
      const isSame =
        charge !== null &&
        billed !== undefined &&
        Math.abs(charge.at - timeOf(billed.createdAt)) <= TOLERANCE_MS &&
        (charge.amount === null || charge.amount === billed.amount);
      if (!isSame) broken.push(`the page announced ${said}, and then came ${came}`);
    }
    return broken;
  }
}

/** No two renewals fall into one step. */
export const LONGEST_STEP = 28 * DAY;
