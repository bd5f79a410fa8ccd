import type { SandboxOptions, SandboxPrice } from '../options.ts';
import { Clock } from './clock.ts';
import type { Price } from './records.ts';
import { Refusal } from './refusal.ts';
import { Store } from './store.ts';

type BooksOptions = Pick<SandboxOptions, 'prices' | 'secretKey' | 'beginsAt'>;

interface Keeping {
  /** null: nothing is stored on disk. */
  directory: string | null;
  /** Resolution of the company's timestamps, in ms. */
  precisionMs: number;
}

/** The company's data: its records, prices and time. Dialects read it to render objects and events. */
export class Books {
  readonly store: Store;
  readonly clock: Clock;
  /** Base URL of the hosted pages, without a trailing slash; set when the port is known. */
  publicUrl = '';

  constructor(
    readonly options: BooksOptions,
    { directory, precisionMs }: Keeping,
  ) {
    this.store = new Store(directory);
    this.clock = new Clock(precisionMs);
    this.begin();
  }

  /** Lists the prices, and sets the clock where it was, or where it begins. */
  protected begin(): void {
    const { beginsAt, prices } = this.options;
    const offsetMs = beginsAt === undefined ? 0 : beginsAt - Date.now();
    this.clock.offsetMs = this.store.get('clock', 'clock')?.offsetMs ?? offsetMs;
    this.store.transaction(() => {
      if (offsetMs !== 0) this.store.put('clock', { id: 'clock', offsetMs: this.clock.offsetMs });
      for (const price of prices) this.list(price);
    });
  }

  /** The prices currently on sale. */
  get prices(): readonly Price[] {
    const listed = new Set(this.options.prices.map(({ id }) => id));
    const made = this.store.all('prices').filter((price) => price.made && !listed.has(price.id));
    return [...[...listed].map((id) => this.price(id)), ...made.map((price) => this.asChanged(price))];
  }

  /** Also finds a price that is no longer on sale. Throws a Refusal for an unknown one. */
  price(id: string): Price {
    const price = this.knownPrice(id);
    if (!price) throw new Refusal('not_found', `No such price: '${id}'`, 'price');
    return price;
  }

  /** Also finds a price that is no longer on sale; undefined: unknown id. */
  knownPrice(id: string): Price | undefined {
    const price = this.store.get('prices', id);
    return price && this.asChanged(price);
  }

  /** Changes the price from now on, also for existing subscriptions; existing invoices stay as they are. */
  changePrice(id: string, patch: Partial<Price>): Price {
    const price = this.price(id);
    this.store.put('amounts', { ...this.store.get('amounts', id), ...patch, id });
    return { ...price, ...patch };
  }

  /** A price that exists already keeps what is charged for it, whatever the options say now. */
  private list(price: SandboxPrice): void {
    const known = this.store.get('prices', price.id);
    if (known?.made) return;
    const { amount, currency, interval } = known ?? price;
    this.store.put('prices', { ...price, amount, currency, interval });
  }

  private asChanged(price: Price): Price {
    return { ...price, ...this.store.get('amounts', price.id) };
  }
}
