import type { SandboxOptions } from '../options.ts';
import { Clock } from './clock.ts';
import type { Price } from './records.ts';
import { Refusal } from './refusal.ts';
import { Store } from './store.ts';

type BooksOptions = Pick<SandboxOptions, 'prices' | 'secretKey'>;

interface Keeping {
  /** null: nothing is kept. */
  directory: string | null;
  /** The finest step of the company's times, in ms. */
  precisionMs: number;
}

/** What the company has written down: its records, prices and time. A dialect words what it reads here. */
export class Books {
  readonly store: Store;
  readonly clock: Clock;
  /** Base of the hosted pages, without a slash at the end; set when the port is known. */
  publicUrl = '';

  constructor(
    readonly options: BooksOptions,
    { directory, precisionMs }: Keeping,
  ) {
    this.store = new Store(directory);
    this.clock = new Clock(precisionMs);
    this.clock.offsetMs = this.store.get('clock', 'clock')?.offsetMs ?? 0;
    this.store.transaction(() => {
      for (const price of options.prices) this.store.put('prices', price);
    });
  }

  /** What is sold now. */
  get prices(): readonly Price[] {
    const made = this.store.all('prices').filter((price) => price.made);
    return [...this.options.prices, ...made].map((price) => this.asChanged(price));
  }

  /** Also a price that is no longer sold but was. Throws a Refusal for any other. */
  price(id: string): Price {
    const price = this.knownPrice(id);
    if (!price) throw new Refusal('not_found', `No such price: '${id}'`, 'price');
    return price;
  }

  /** undefined: nothing was ever sold at it. */
  knownPrice(id: string): Price | undefined {
    const price = this.options.prices.find((candidate) => candidate.id === id) ?? this.store.get('prices', id);
    return price && this.asChanged(price);
  }

  /** From now on it is this, also for whoever has it already; what was billed stays. */
  changePrice(id: string, patch: Partial<Price>): Price {
    const price = this.price(id);
    this.store.put('amounts', { ...this.store.get('amounts', id), ...patch, id });
    return { ...price, ...patch };
  }

  private asChanged(price: Price): Price {
    return { ...price, ...this.store.get('amounts', price.id) };
  }
}
