import type { Customer } from '../records/customer.ts';
import { type Instant, plusMicroseconds } from '../records/instant.ts';
import type { Subscription } from '../records/subscription.ts';
import type { ProviderEvent } from './event.ts';
import { goesBeyond, type KnownNow } from './readKnown.ts';
import { NOTHING_KNOWN } from './rules/known.ts';

/** Two generations of this many records each. */
const MOST = 8_000;
/** Long enough for a provider's events about one purchase. Records leave the memory after at most twice as long. */
const GOOD_FOR_MS = 10_000;

type Kept = { row: Customer; until: number } | { row: Subscription; until: number };
type Generation = Map<string, Kept | null>;

/**
 * Records that this process read or wrote a moment ago. They may be outdated, so the cache is used only where the write
 * verifies it: for an event about a known subscription of a known customer that changes that subscription. The write
 * then compares its version, the event's ledger row and everything else that the decision holds, or writes nothing.
 * Absence is never cached.
 */
export interface KnownCache {
  /** What a read would return if nothing was written since; null: it must be read. */
  find(event: ProviderEvent): KnownNow | null;
  /** Stores what was read, and the database's clock. */
  keepRead(read: KnownNow): void;
  keepWritten(rows: readonly (Customer | Subscription)[]): void;
  /** The write found another version. */
  forget(event: ProviderEvent): void;
}

export function createKnownCache(clock: () => number = () => performance.now()): KnownCache {
  let young: Generation = new Map();
  let old: Generation = new Map();
  let ageing: NodeJS.Timeout | undefined;
  let read: { now: Instant; at: number } | null = null;

  /** Forgets the old generation, and goes on until nothing is left. */
  function age(): void {
    [old, young] = [young, new Map()];
    clearTimeout(ageing);
    ageing = old.size > 0 ? setTimeout(age, GOOD_FOR_MS).unref() : undefined;
  }

  function keep(id: string, kept: Kept | null): void {
    // The Map's keys stay; deleting keys grows tables that the collector moves to the old generation.
    if (young.size >= MOST) age();
    young.set(id, kept);
    ageing ??= setTimeout(age, GOOD_FOR_MS).unref();
  }

  function rowOf(id: string | null | undefined): Customer | Subscription | null {
    if (id == null) return null;
    const kept = young.has(id) ? young.get(id) : old.get(id);
    return kept && kept.until > clock() ? kept.row : null;
  }

  function keepWritten(rows: readonly (Customer | Subscription)[]): void {
    const until = clock() + GOOD_FOR_MS;
    for (const row of rows) keep(row.id, { row, until } as Kept);
  }

  /** Estimates the database's clock from this process's clock since the last read. */
  function now(): Instant | null {
    const since = read && clock() - read.at;
    if (!read || since === null || since > GOOD_FOR_MS) return null;
    return plusMicroseconds(read.now, Math.round(since * 1_000));
  }

  return {
    find(event) {
      if (!mayBeFound(event)) return null;
      const subscription = rowOf(event.subscription?.id) as Subscription | null;
      const customer = rowOf(subscription?.customerId) as Customer | null;
      const at = now();
      if (!subscription || !customer || !at || !belongTogether(event, subscription, customer)) return null;
      return { now: at, known: { ...NOTHING_KNOWN, subscription, customer } };
    },
    keepRead({ now: told, known: { customer, subscription } }) {
      // The fastest answer is nearest to the database's clock, and never ahead of the database's own times.
      const estimate = now();
      if (estimate === null || told > estimate) read = { now: told, at: clock() };
      keepWritten([customer, subscription].filter((row) => row !== null));
    },
    keepWritten,
    forget({ subscription, customer }) {
      for (const id of [subscription?.id, customer?.id]) if (id) keep(id, null);
    },
  };
}

/** A plain state of a subscription: its rules need only its record and its customer's. */
function mayBeFound(event: ProviderEvent): boolean {
  const isPlain = event.verdict === null && !event.replay && event.snapshotOf === null && event.occurredAt !== null;
  return isPlain && event.subscription?.kind === 'state' && !goesBeyond(event);
}

function belongTogether(event: ProviderEvent, subscription: Subscription, customer: Customer): boolean {
  const named = event.customer?.id ?? customer.id;
  return named === customer.id && subscription.userId === customer.userId;
}
