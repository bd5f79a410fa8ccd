import type { Dialect, IdKind } from '../dialects/dialect.ts';
import type { SandboxOptions } from '../options.ts';
import { endpointsOf } from '../webhooks/endpoint.ts';
import { enqueue } from '../webhooks/outbox.ts';
import type { Delivery } from '../webhooks/records.ts';
import { Books } from './books.ts';
import type { Occurrence } from './occurrences.ts';

/** The stand-in company: its books, and the events that it sends. The functions in `core/` work on one. */
export class Company extends Books {
  /** Called for each new delivery after it is stored. */
  onDelivery: (delivery: Delivery) => void = () => {};
  /** Called when a webhook endpoint has changed. */
  wake: () => void = () => {};
  /** Called when the switches have changed. */
  onSwitches: () => void = () => {};
  private readonly fresh: Delivery[] = [];
  private acting = false;

  constructor(
    override readonly options: SandboxOptions,
    readonly dialect: Dialect,
  ) {
    super(options, { directory: options.dataDir, precisionMs: dialect.precisionMs });
  }

  /**
   * Runs one business action at one instant: its changes and webhooks are stored together or not at all. Nested calls
   * join the outer one.
   */
  act<R>(work: () => R): R {
    if (this.acting) return work();
    this.acting = true;
    try {
      const result = this.clock.standStill(() => this.store.transaction(work));
      this.fresh.forEach(this.onDelivery);
      return result;
    } finally {
      this.acting = false;
      this.fresh.length = 0;
    }
  }

  /**
   * Renders the occurrence as events and queues their webhooks; only inside `act`. Events of one `lane` are sent in
   * order.
   */
  emit(occurrence: Occurrence, lane: string): void {
    if (!this.acting) throw new Error(`${occurrence.kind} was emitted outside of an action`);
    const wantsThin = endpointsOf(this).some(({ payload }) => payload === 'thin');
    for (const native of this.dialect.events(this, occurrence)) {
      const at = this.clock.now();
      const { id, type } = native;
      const thin = wantsThin ? this.dialect.thin?.(native, at) : null;
      const event = { id, type, at, lane, body: JSON.stringify(native.body) };
      this.fresh.push(...enqueue(this, thin ? { ...event, thin: JSON.stringify(thin) } : event));
    }
  }

  /** Empties the books; only the options' own prices, account and clock are left. */
  reset(): void {
    this.store.transaction(() => {
      this.store.clear();
      this.begin();
    });
    this.onSwitches();
  }

  newId(kind: IdKind): string {
    return this.dialect.newId(kind);
  }
}
