const TOLERANCE_MS = 3_000;

/** Of a decimal string of the sandbox's currency. */
export const minorUnits = (decimal: string): number => Math.round(Number(decimal) * 100);

/** The facts that were compared, and those that differ. */
export class Findings {
  comparisons = 0;
  readonly differences: string[] = [];
  /** Amounts that a page leaves open. */
  unsaid = 0;

  same(fact: string, said: unknown, books: unknown): void {
    this.comparisons += 1;
    if (said !== books) this.differences.push(`${fact}: the page says ${said}, the books ${books}`);
  }

  sameTime(fact: string, said: string | null, books: number | null): void {
    const isNear = said !== null && books !== null && Math.abs(Date.parse(said) - books) <= TOLERANCE_MS;
    this.same(fact, said, isNear ? said : books && new Date(books).toISOString());
  }

  sameAmount(fact: string, said: string | null, books: number): void {
    if (said === null) this.unsaid += 1;
    else this.same(fact, minorUnits(said), books);
  }
}
