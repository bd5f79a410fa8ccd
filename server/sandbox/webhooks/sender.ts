import type { Company } from '../core/company.ts';
import { endpointsOf, noteOutcome, OWN } from './endpoint.ts';
import { draw, strikes } from './faults.ts';
import { currentSwitches } from './outbox.ts';
import { post } from './post.ts';
import type { Attempt, Delivery, Endpoint } from './records.ts';

const MAX_AT_ONCE = 24;
const KEPT_ATTEMPTS = 20;
const REPEAT_WITHIN_MS = 400;

/**
 * Sends the pending `deliveries`: first attempts in order within a lane, lanes in parallel, retries by the schedule
 * without blocking their lane. All state is in the store, so that a new sender continues where the last one stopped.
 */
export class Sender {
  private readonly flying = new Set<string>();
  private readonly busyLanes = new Set<string>();
  private readonly stop = new AbortController();
  private readonly waiting = new Map<string, Delivery>();
  private timer: NodeJS.Timeout | undefined;
  private scheduled = false;

  constructor(
    private readonly company: Company,
    private readonly repeatDelaysMs: readonly number[],
  ) {
    for (const delivery of company.store.all('deliveries')) this.add(delivery);
  }

  /** The number of deliveries with something left to send, without those that a disabled endpoint holds back. */
  get pending(): number {
    return this.open.length;
  }

  /** Those deliveries. */
  get open(): Delivery[] {
    const endpoints = this.endpoints();
    return [...this.waiting.values()].filter((each) => isOpen(each, endpoints));
  }

  /** Sends nothing of what waits. */
  forget(): void {
    this.waiting.clear();
  }

  add(delivery: Delivery): void {
    if (delivery.nextAt !== null) this.waiting.set(delivery.id, delivery);
    this.wake();
  }

  wake(): void {
    if (this.scheduled || this.stop.signal.aborted) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      this.start();
    });
  }

  /** Aborts running requests; their deliveries stay pending. */
  close(): void {
    this.stop.abort();
    clearTimeout(this.timer);
  }

  private start(): void {
    if (this.stop.signal.aborted) return;
    const now = Date.now();
    const endpoints = this.endpoints();
    let next = Number.POSITIVE_INFINITY;
    for (const delivery of this.waiting.values()) {
      if (this.flying.size >= MAX_AT_ONCE) break;
      if (this.flying.has(delivery.id) || delivery.nextAt === null) continue;
      if (!isOpen(delivery, endpoints)) continue;
      if (delivery.nextAt > now) next = Math.min(next, delivery.nextAt);
      else if (delivery.attemptCount > 0 || !this.busyLanes.has(laneOf(delivery))) void this.send(delivery);
    }
    clearTimeout(this.timer);
    if (next < Number.POSITIVE_INFINITY) this.timer = setTimeout(() => this.start(), Math.max(1, next - Date.now()));
  }

  private async send(delivery: Delivery): Promise<void> {
    const first = delivery.attemptCount === 0;
    this.flying.add(delivery.id);
    if (first) this.busyLanes.add(laneOf(delivery));
    const attempt = await this.attempt(delivery);
    if (this.stop.signal.aborted) return;
    this.flying.delete(delivery.id);
    if (first) this.busyLanes.delete(laneOf(delivery));
    if (this.waiting.has(delivery.id)) this.record(delivery, attempt);
    this.wake();
  }

  private async attempt(delivery: Delivery): Promise<Attempt> {
    const event = this.company.store.get('events', delivery.eventId);
    if (!event) throw new Error(`Delivery ${delivery.id} has lost its event`);
    const endpoint = this.endpoints().get(delivery.endpointId ?? OWN);
    if (!endpoint) return { at: new Date().toISOString(), status: null, answer: 'The address was removed', ms: 0 };
    const { secret, url } = endpoint;
    const body = (delivery.thin && event.thin) || event.body;
    const first = delivery.attemptCount === 0 && !delivery.manual;
    const falsified = first && strikes(currentSwitches(this.company.store), delivery.ordinal, 'falsify');
    const headers = this.company.dialect.headers({
      body,
      eventId: event.id,
      sentAt: Math.floor(Date.now() / 1000),
      secret: falsified ? `falsified-${secret}` : secret,
      signatureHeader: this.company.options.signatureHeader,
    });
    const attempt = await post({ url, headers, body }, this.stop.signal);
    return falsified ? { ...attempt, falsified } : attempt;
  }

  private record(sent: Delivery, attempt: Attempt): void {
    const current = this.company.store.get('deliveries', sent.id) ?? sent;
    const attempts = [...current.attempts, attempt].slice(-KEPT_ATTEMPTS);
    const attemptCount = current.attemptCount + 1;
    const outcome = this.outcome(current, attempt, attemptCount);
    const saved = this.company.store.update('deliveries', sent.id, { attempts, attemptCount, ...outcome });
    noteOutcome(this.company, saved);
    if (saved.nextAt === null) this.waiting.delete(saved.id);
    else this.waiting.set(saved.id, saved);
  }

  private endpoints(): Map<string, Endpoint> {
    return new Map(endpointsOf(this.company).map((each) => [each.id, each]));
  }

  private outcome(delivery: Delivery, attempt: Attempt, attemptCount: number): Partial<Delivery> {
    if (delivery.status === 'delivered') return { nextAt: null };
    if (!this.endpoints().has(delivery.endpointId ?? OWN)) return { status: 'dropped', nextAt: null };
    const now = Date.now();
    if (attempt.status !== null && this.company.dialect.isDelivered(attempt.status)) {
      const switches = currentSwitches(this.company.store);
      const repeated = !delivery.manual && strikes(switches, delivery.ordinal, 'repeat');
      if (!repeated) return { status: 'delivered', nextAt: null };
      const pause = draw(switches.seed, delivery.ordinal, 'repeat after') * REPEAT_WITHIN_MS;
      return { status: 'delivered', repeats: delivery.repeats + 1, nextAt: now + Math.ceil(pause) };
    }
    const pause = this.repeatDelaysMs[attemptCount - 1];
    return pause === undefined ? { status: 'failed', nextAt: null } : { status: 'pending', nextAt: now + pause };
  }
}

/** A disabled endpoint holds deliveries back until it is enabled; manual ones are sent anyway. */
function isOpen({ manual, endpointId = OWN }: Delivery, endpoints: Map<string, Endpoint>): boolean {
  return manual || !endpoints.get(endpointId)?.disabled;
}

/** Each endpoint has its own order. */
const laneOf = ({ lane, endpointId = OWN }: Delivery) => `${endpointId} ${lane}`;
