import type { KeptMail } from '../mailbox/records.ts';
import type { TaxBehavior } from '../options.ts';
import type { Delivery, Endpoint, StoredEvent, Switches } from '../webhooks/records.ts';
import { type Change, type Journal, openJournal } from './journal.ts';
import type {
  Card,
  Checkout,
  Coupon,
  Customer,
  Dispute,
  Invoice,
  Portal,
  Price,
  Product,
  Refund,
  Schedule,
  Subscription,
  TestClock,
} from './records.ts';

/** An API response stored for retries with the same idempotency key. */
export interface KeptAnswer {
  id: string;
  fingerprint: string;
  body: unknown;
  createdAt: number;
}

export interface Tables {
  customers: Customer;
  cards: Card;
  checkouts: Checkout;
  portals: Portal;
  subscriptions: Subscription;
  invoices: Invoice;
  refunds: Refund;
  disputes: Dispute;
  schedules: Schedule;
  coupons: Coupon;
  events: StoredEvent;
  deliveries: Delivery;
  /** For the endpoint of the options, only the changed fields. */
  endpoint: Partial<Endpoint> & { id: string };
  prices: Price;
  products: Product;
  /** Later changes to prices. */
  amounts: Partial<Price> & { id: string };
  /** The default of prices that don't say whether they include tax. */
  taxDefaults: { id: 'tax'; behavior: TaxBehavior | 'inferred_by_currency' };
  testClocks: TestClock;
  answers: KeptAnswer;
  mails: KeptMail;
  clock: { id: 'clock'; offsetMs: number };
  switches: Switches & { id: 'switches' };
}
export type TableName = keyof Tables;

/**
 * The company's in-memory database. Records are never changed in place, so a reference taken before an update is a
 * snapshot. A transaction is written to the journal as one line, or not at all.
 */
export class Store {
  private readonly tables = new Map<string, Map<string, unknown>>();
  private open: { changes: Change[]; undo: Change[] } | null = null;
  private readonly journal: Journal | null;

  /**
   * Throws when the journal in `directory` is damaged anywhere but in its last line.
   * @param directory null: nothing is stored on disk.
   */
  constructor(directory: string | null) {
    this.journal = directory === null ? null : openJournal(directory, (change) => this.set(change));
    if (this.journal?.isNew === false) this.journal.compact(this.everything());
  }

  get<T extends TableName>(table: T, id: string): Tables[T] | undefined {
    return this.table(table).get(id) as Tables[T] | undefined;
  }

  /** Oldest first. */
  all<T extends TableName>(table: T): Tables[T][] {
    return [...this.table(table).values()] as Tables[T][];
  }

  count(table: TableName): number {
    return this.table(table).size;
  }

  put<T extends TableName>(table: T, record: Tables[T]): Tables[T] {
    this.change([table, record.id, record]);
    return record;
  }

  /** Throws when there is no such record. */
  update<T extends TableName>(table: T, id: string, patch: Partial<Tables[T]>): Tables[T] {
    const before = this.get(table, id);
    if (!before) throw new Error(`No record ${id} in ${table}`);
    return this.put(table, { ...before, ...patch });
  }

  remove(table: TableName, id: string): void {
    this.change([table, id, null]);
  }

  /** Removes every record. */
  clear(): void {
    this.transaction(() => {
      for (const [table, records] of this.tables)
        for (const id of [...records.keys()]) this.remove(table as TableName, id);
    });
  }

  /** Nested calls join the outermost one. When `work` throws, all changes are rolled back. */
  transaction<R>(work: () => R): R {
    if (this.open) return work();
    const transaction = { changes: [] as Change[], undo: [] as Change[] };
    this.open = transaction;
    try {
      const result = work();
      if (transaction.changes.length > 0) this.journal?.append(transaction.changes);
      return result;
    } catch (error) {
      for (const change of transaction.undo.reverse()) this.set(change);
      throw error;
    } finally {
      this.open = null;
    }
  }

  /** The whole state, as a journal that a new store can open. */
  saved(): string {
    return Array.from(this.everything(), (change) => `${JSON.stringify([change])}\n`).join('');
  }

  close(): void {
    this.journal?.close();
  }

  private change(change: Change): void {
    this.transaction(() => {
      const [table, id] = change;
      this.open?.undo.push([table, id, this.table(table).get(id) ?? null]);
      this.open?.changes.push(change);
      this.set(change);
    });
  }

  private set([table, id, record]: Change): void {
    if (record === null) this.table(table).delete(id);
    else this.table(table).set(id, record);
  }

  private table(name: string): Map<string, unknown> {
    const known = this.tables.get(name);
    if (known) return known;
    const created = new Map<string, unknown>();
    this.tables.set(name, created);
    return created;
  }

  private *everything(): Iterable<Change> {
    for (const [table, records] of this.tables) {
      for (const [id, record] of records) yield [table, id, record];
    }
  }
}
