import { type Decision, decide } from '../../billing/events/decide.ts';
import { type ProviderEvent, paymentIdOf, subscriptionIdOf } from '../../billing/events/event.ts';
import type { Known } from '../../billing/events/rules/known.ts';
import { ownerOf } from '../../billing/events/rules/owner.ts';
import type { PendingLink } from '../../billing/events/rules/reads.ts';
import { recheck } from '../../billing/events/rules/recheck.ts';
import type { Customer } from '../../billing/records/customer.ts';
import { type Instant, toInstant } from '../../billing/records/instant.ts';
import type { KeptOutcome } from '../../billing/records/outcome.ts';
import { failsPrice, type Payment } from '../../billing/records/payment.ts';
import type { Refund } from '../../billing/records/refund.ts';
import { hasEnded, type Subscription } from '../../billing/records/subscription.ts';

interface LedgerRow {
  id: string;
  outcome: KeptOutcome;
  event: ProviderEvent;
  waitsFor: string[];
}

/** Records in memory instead of a database: the same rules, thousands of times a second, one event at a time. */
export class MemoryRecords {
  readonly customers = new Map<string, Customer>();
  readonly subscriptions = new Map<string, Subscription>();
  readonly payments = new Map<string, Payment>();
  readonly refunds = new Map<string, Refund>();
  readonly ledger = new Map<string, LedgerRow>();
  readonly refetches = new Set<string>();
  #clock = Date.UTC(2026, 10, 21);

  /** Applies an event, and the unmatched events that its records complete. */
  apply(event: ProviderEvent): Decision {
    const decision = this.#write(event);
    if ('pendingLinks' in decision) this.#checkLinks(decision.pendingLinks);
    return decision;
  }

  known(event: ProviderEvent): Known {
    const subscription = this.subscriptions.get(subscriptionIdOf(event) ?? '') ?? null;
    const customer = this.customers.get(event.customer?.id ?? subscription?.customerId ?? '') ?? null;
    const row = this.ledger.get(keyOf(event));
    const payment = this.#paymentOf(event);
    const known: Known = {
      earlier: row ? { id: row.id, outcome: row.outcome } : null,
      customer,
      subscription,
      payment,
      refunds: [...this.refunds.values()].filter(({ paymentId }) => paymentId === payment?.id),
      otherFailureAt: this.#newestFailure(
        subscriptionIdOf(event),
        (one) =>
          one.id !== event.payment?.id && failsPrice(one, subscription?.priceId ?? event.subscription?.priceId ?? null),
      ),
      ownersCustomerId: null,
      referencedUserId: null,
      ownersEmail: null,
      running: [...this.subscriptions.values()].filter(
        ({ customerId, status }) => customerId === event.customer?.id && !hasEnded(status),
      ),
    };
    return { ...known, ownersCustomerId: this.#newestCustomer(ownerOf(event, known), event.provider) };
  }

  #paymentOf(event: ProviderEvent): Payment | null {
    const names = [paymentIdOf(event), event.paymentUpdate?.referenceId].filter((name) => name != null);
    const byName = names.map((name) => this.payments.get(name)).find(Boolean);
    const byReference = () => [...this.payments.values()].find(({ referenceId }) => names.includes(referenceId ?? ''));
    return byName ?? (event.paymentUpdate ? byReference() : null) ?? null;
  }

  #write(event: ProviderEvent): Decision {
    const decision = decide(event, this.known(event), this.#now());
    if (decision.outcome === 'applied') this.#put(decision);
    if ('refetch' in decision && decision.refetch) this.refetches.add(subscriptionIdOf(event) ?? '');
    const row = this.ledger.get(keyOf(event));
    const isOpen = !row || row.outcome === 'failed' || row.outcome === 'unmatched' || decision.outcome === 'applied';
    if (decision.outcome !== 'duplicate' && isOpen) {
      const id = row?.id ?? `${this.ledger.size}`;
      const waitsFor = decision.outcome === 'unmatched' ? decision.pendingLinks.map((link) => link.id) : [];
      this.ledger.set(keyOf(event), { id, outcome: decision.outcome, event, waitsFor });
    }
    return decision;
  }

  #put({ changes }: Decision & { outcome: 'applied' }): void {
    const { customer, subscription, payment, refund, ended } = changes;
    if (refund) this.refunds.set(refund.id, refund);
    if (customer) this.customers.set(customer.id, customer);
    for (const one of subscription ? [...ended, subscription] : ended) this.subscriptions.set(one.id, one);
    if (payment) this.payments.set(payment.id, payment);
  }

  #checkLinks(links: readonly PendingLink[]): void {
    for (let open = [...links]; open.length > 0; ) {
      for (const record of this.subscriptions.values()) this.#recheck(record, open);
      const ids = new Set(open.map(({ id }) => id));
      open = this.#due(ids).flatMap((event) => {
        const decision = this.#write({ ...event, replay: true });
        return decision.outcome === 'applied' ? decision.pendingLinks : [];
      });
    }
  }

  #recheck(record: Subscription, links: readonly PendingLink[]): void {
    const customer = record.customerId === null ? undefined : this.customers.get(record.customerId);
    const owners = this.#newestCustomer(record.userId, record.provider);
    const looksForAny = links.some(({ id, lacksCustomer }) => id === record.id && lacksCustomer);
    const canLink = owners !== null && (looksForAny || links.some(({ id }) => id === owners));
    const isVisited = links.some(({ id }) => id === record.id || id === record.customerId);
    if (!isVisited && !(record.customerId === null && canLink)) return;
    const { paymentFailedAt } = record;
    const isNewer = (one: Payment) =>
      failsPrice(one, record.priceId) &&
      one.lastEventAt !== null &&
      (paymentFailedAt === null || one.lastEventAt > paymentFailedAt);
    const missed = {
      subscription: record,
      customerEndedAt: customer?.deletedAt ?? null,
      paymentFailedAt: this.#newestFailure(record.id, isNewer),
      isForeign: customer !== undefined && customer.userId !== record.userId,
      ownersCustomerId: record.customerId === null && canLink ? owners : null,
    };
    const next = recheck(missed, this.#now());
    if (next) this.subscriptions.set(record.id, next.subscription);
    if (next?.refetch) this.refetches.add(record.id);
  }

  /** Unmatched events that can be applied now, oldest first. */
  #due(ids: ReadonlySet<string>): ProviderEvent[] {
    const references = new Set([...this.payments.values()].map(({ referenceId }) => referenceId));
    const isKnown = (id: string) =>
      [this.customers, this.subscriptions, this.payments, references].some((known) => known.has(id));
    return [...this.ledger.values()]
      .filter(({ outcome, waitsFor, event }) => {
        const names = [waitsFor[0], subscriptionIdOf(event)];
        return outcome === 'unmatched' && names.some((id) => id && ids.has(id)) && waitsFor.some(isKnown);
      })
      .map(({ event }) => event)
      .sort((a, b) => ((a.occurredAt ?? '') < (b.occurredAt ?? '') ? -1 : 1));
  }

  #newestFailure(subscriptionId: string | null, counts: (payment: Payment) => boolean): Instant | null {
    const failed = [...this.payments.values()].filter(
      (payment) => payment.subscriptionId === subscriptionId && payment.status === 'failed' && counts(payment),
    );
    return (
      failed
        .map(({ lastEventAt }) => lastEventAt)
        .sort()
        .at(-1) ?? null
    );
  }

  #newestCustomer(userId: string | null, provider: string): string | null {
    const theirs = [...this.customers.values()].filter(
      (one) => one.userId === userId && one.provider === provider && one.deletedAt === null,
    );
    return theirs.sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))[0]?.id ?? null;
  }

  #now(): Instant {
    this.#clock += 1;
    return toInstant(new Date(this.#clock).toISOString());
  }
}

const keyOf = ({ provider, id }: ProviderEvent) => `${provider} ${id}`;
