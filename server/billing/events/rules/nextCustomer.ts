import type { Customer } from '../../records/customer.ts';
import { isOpenOutcome } from '../../records/outcome.ts';
import type { CustomerFacts, ProviderEvent } from '../event.ts';
import type { Case } from './known.ts';
import { isNewer } from './order.ts';

/** The customer's next row; null: the event does not change it. */
export function nextCustomer(given: Case): Customer | null {
  const { event, known, now, owner, foreign, rank } = given;
  const { customer: facts } = event;
  if (!facts) return null;
  if (!known.customer) return owner === null || foreign ? null : newCustomer({ ...given, owner }, facts);
  const applies = appliesToCustomer(given);
  const fills = known.customer.email === '' && facts.email !== undefined;
  if (!applies && !fills) return null;
  const { customer } = known;
  const written = { ...customer, email: facts.email ?? customer.email, version: customer.version + 1, updatedAt: now };
  return applies ? { ...written, ...stated(event, facts, { customer, now, rank }) } : written;
}

/**
 * Whether the event is about the customer itself and newer than the last applied one. Customers are never refetched: of
 * two events with equal times the later delivery wins.
 */
export function appliesToCustomer({ event, known, rank }: Case): boolean {
  const { customer } = known;
  if (!customer || !event.customer?.explicit) return false;
  if (isNewer(event.occurredAt, rank, customer)) return true;
  const isEqual = event.occurredAt === customer.lastEventAt && rank === customer.lastEventRank;
  return isEqual && isOpen(known);
}

/** The ledger has no final outcome for this event. */
export function isOpen({ earlier }: Case['known']): boolean {
  return earlier === null || isOpenOutcome(earlier.outcome);
}

function newCustomer({ event, known, now, owner, rank }: Case & { owner: string }, facts: CustomerFacts): Customer {
  return {
    id: facts.id,
    userId: owner,
    provider: event.provider,
    providerCustomerId: facts.providerCustomerId,
    email: facts.email ?? known.ownersEmail ?? '',
    metadata: facts.metadata ?? null,
    deletedAt: facts.deleted ? (event.occurredAt ?? now) : null,
    assigned: false,
    lastEventAt: facts.explicit ? event.occurredAt : null,
    lastEventRank: facts.explicit ? rank : 0,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
}

interface Before {
  customer: Customer;
  now: Case['now'];
  rank: number;
}

/** Fields that only an event about the customer itself may change. */
function stated({ occurredAt }: ProviderEvent, facts: CustomerFacts, { customer, now, rank }: Before) {
  return {
    metadata: facts.metadata ?? customer.metadata,
    deletedAt: facts.deleted ? (customer.deletedAt ?? occurredAt ?? now) : customer.deletedAt,
    lastEventAt: occurredAt ?? customer.lastEventAt,
    lastEventRank: occurredAt === null ? customer.lastEventRank : rank,
  };
}
