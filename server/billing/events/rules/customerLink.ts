import type { Case } from './known.ts';

/** The customer of the event's subscription. Only a provider snapshot moves a subscription to another one. */
export function customerIdOf({ event, known, foreign }: Case): string | null {
  const named = event.customer?.id ?? null;
  const linked = known.subscription?.customerId ?? null;
  const isSnapshot = event.snapshotOf !== null;
  // Linked to a customer of its own user, or to none.
  if (foreign) return isSnapshot || linked === named ? null : linked;
  return (isSnapshot ? (named ?? linked) : (linked ?? named)) ?? known.ownersCustomerId;
}
