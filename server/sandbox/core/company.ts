import type { Dialect, IdKind } from '../dialects/dialect.ts';
import type { SandboxOptions } from '../options.ts';
import { endpointsOf } from '../webhooks/endpoint.ts';
import { enqueue } from '../webhooks/outbox.ts';
import type { Delivery } from '../webhooks/records.ts';
import { Books } from './books.ts';
import type { Occurrence } from './occurrences.ts';

/** The stand-in company: its books and its voice. The verbs in `core/` act on one. */
export class Company extends Books {
  /** Told of each new delivery once it is kept. */
  onDelivery: (delivery: Delivery) => void = () => {};
  /** Told when an address for webhooks has changed. */
  wake: () => void = () => {};
  /** Told when the switches were set. */
  onSwitches: () => void = () => {};
  private readonly fresh: Delivery[] = [];
  private acting = false;

  constructor(
    override readonly options: SandboxOptions,
    readonly dialect: Dialect,
  ) {
    super(options, { directory: options.dataDir, precisionMs: dialect.precisionMs });
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
    const wantsThin = endpointsOf(this).some(({ payload }) => payload === 'thin');
    for (const native of this.dialect.events(this, occurrence)) {
      const at = this.clock.now();
      const { id, type } = native;
      const thin = wantsThin ? this.dialect.thin?.(native, at) : null;
      const event = { id, type, at, lane, body: JSON.stringify(native.body) };
      this.fresh.push(...enqueue(this, thin ? { ...event, thin: JSON.stringify(thin) } : event));
    }
  }

  newId(kind: IdKind): string {
    return this.dialect.newId(kind);
  }
}
