import type { Dialect, IdKind } from '../dialects/dialect.ts';
import type { SandboxOptions } from '../options.ts';
import { enqueue } from '../webhooks/outbox.ts';
import type { Delivery } from '../webhooks/records.ts';
import { Clock } from './clock.ts';
import type { Occurrence } from './occurrences.ts';
import type { Price } from './records.ts';
import { Store } from './store.ts';

/** A request that the company refuses, in neutral words; dialects translate it into their error shape. */
export class Refusal extends Error {
  constructor(
    readonly kind: 'not_found' | 'invalid' | 'conflict' | 'card_declined',
    message: string,
    readonly param?: string,
  ) {
    super(message);
    this.name = 'Refusal';
  }
}

/** The stand-in company: its records, clock, catalogue and voice. The verbs in `core/` act on one. */
export class Company {
  readonly store: Store;
  readonly clock: Clock;
  /** Base of the hosted pages, without a slash at the end; set when the port is known. */
  publicUrl = '';
  /** Told of each new delivery once it is kept. */
  onDelivery: (delivery: Delivery) => void = () => {};
  private readonly fresh: Delivery[] = [];
  private acting = false;

  constructor(
    readonly options: SandboxOptions,
    readonly dialect: Dialect,
  ) {
    this.store = new Store(options.dataDir);
    this.clock = new Clock(dialect.precisionMs);
    this.clock.offsetMs = this.store.get('clock', 'clock')?.offsetMs ?? 0;
    this.store.transaction(() => {
      for (const price of options.prices) this.store.put('prices', price);
    });
  }

  /** One business action: its changes and their webhooks are kept together or not at all. Nested ones join it. */
  act<R>(work: () => R): R {
    if (this.acting) return work();
    this.acting = true;
    try {
      const result = this.store.transaction(work);
      this.fresh.forEach(this.onDelivery);
      return result;
    } finally {
      this.acting = false;
      this.fresh.length = 0;
    }
  }

  /** Words the occurrence and queues its webhooks; only within `act`. Events of one `lane` go out in order. */
  emit(occurrence: Occurrence, lane: string): void {
    if (!this.acting) throw new Error(`${occurrence.kind} was emitted outside of an action`);
    for (const { id, type, body } of this.dialect.events(this, occurrence)) {
      const event = { id, type, at: this.clock.now(), lane, body: JSON.stringify(body) };
      this.fresh.push(enqueue(this.store, event));
    }
  }

  newId(kind: IdKind): string {
    return this.dialect.newId(kind);
  }

  /** What is sold now. */
  get prices(): readonly Price[] {
    return this.options.prices;
  }

  /** Also a price that is no longer sold but was. Throws a Refusal for any other. */
  price(id: string): Price {
    const price = this.prices.find((candidate) => candidate.id === id) ?? this.store.get('prices', id);
    if (!price) throw new Refusal('not_found', `No such price: '${id}'`, 'price');
    return price;
  }
}
