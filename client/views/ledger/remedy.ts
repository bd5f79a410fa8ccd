import type { ShownPayment } from '../payments.ts';

/** What helps a payment that is not paid. */
export type Remedy =
  /** The bank waits for the payer's word. */
  | { kind: 'confirm'; url: string }
  /** The provider's pages take it, with this card or another one. */
  | { kind: 'pay'; subscriptionId: string }
  /** The company that bills it is not set up here any more. */
  | { kind: 'former'; url: string };

interface Billed {
  id: string;
  status: string;
  former: { url: string | null } | null;
}

type Owed = Pick<ShownPayment, 'id' | 'status' | 'subscriptionId' | 'writtenOff' | 'actionUrl'>;

/**
 * The one action that helps each payment, by its id. `payments`: newest first; of those that a subscription owes, the
 * newest one's action settles all.
 */
export function remediesOf(payments: readonly Owed[], live: readonly Billed[]): ReadonlyMap<string, Remedy> {
  const remedies = new Map<string, Remedy>();
  const answered = new Set<string>();
  for (const payment of payments) {
    const owner = payment.subscriptionId || payment.id;
    const remedy = payment.status === 'failed' && !answered.has(owner) ? remedyOf(payment, live) : null;
    if (!remedy) continue;
    remedies.set(payment.id, remedy);
    answered.add(owner);
  }
  return remedies;
}

function remedyOf({ subscriptionId, writtenOff, actionUrl }: Owed, live: readonly Billed[]): Remedy | null {
  if (writtenOff !== null) return null;
  if (actionUrl !== null) return { kind: 'confirm', url: actionUrl };
  const billed = live.find(({ id }) => id === subscriptionId);
  if (billed?.status !== 'past_due') return null;
  if (billed.former === null) return { kind: 'pay', subscriptionId };
  return billed.former.url === null ? null : { kind: 'former', url: billed.former.url };
}
