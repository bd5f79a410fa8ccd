import type { Outcome } from '../trpc.ts';

/** The server's list: only its type is known here. */
const listed: Record<Outcome, true> = { applied: true, stale: true, ignored: true, unmatched: true, failed: true };
export const outcomes = Object.keys(listed) as Outcome[];

export interface DeliveryFilter {
  outcome?: Outcome;
  text?: string;
  userId?: string;
}

/** What an operator typed, as the service filters by it: a user's whole id, else a part of a type, provider or id. */
export function deliveryFilter(outcome: string | null, text: string | null): DeliveryFilter {
  const word = text?.trim() ?? '';
  const known = outcomes.find((each) => each === outcome);
  return { ...(known ? { outcome: known } : {}), ...(word ? wordFilter(word) : {}) };
}

/** A whole id of one of our accounts finds all of its deliveries by an index, however old. */
function wordFilter(word: string): DeliveryFilter {
  return /^[A-Za-z0-9]{32}$/.test(word) ? { userId: word } : { text: word };
}

/** A body as people read it: indented where it is JSON, else as it came. */
export function readablePayload(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
