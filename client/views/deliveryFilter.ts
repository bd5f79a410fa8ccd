export const outcomes = ['applied', 'stale', 'ignored', 'unmatched', 'failed'] as const;

export interface DeliveryFilter {
  outcome?: string;
  provider?: string;
  type?: string;
  userId?: string;
}

const PROVIDERS = ['alpha', 'beta', 'gamma'];

/** What an operator typed, as the service filters by it: a provider, a user's id, else an event's type. */
export function deliveryFilter(outcome: string | null, text: string | null): DeliveryFilter {
  const word = text?.trim() ?? '';
  const known = outcomes.find((each) => each === outcome);
  return { ...(known ? { outcome: known } : {}), ...(word ? wordFilter(word) : {}) };
}

function wordFilter(word: string): DeliveryFilter {
  if (PROVIDERS.includes(word.toLowerCase())) return { provider: word.toLowerCase() };
  return isUserId(word) ? { userId: word } : { type: word };
}

/** Ids are long and have digits; types are words joined by dots or underscores. */
function isUserId(word: string): boolean {
  return /^[\w-]{20,}$/.test(word) && (/\d/.test(word) || !word.includes('_'));
}

/** A body as people read it: indented where it is JSON, else as it came. */
export function readablePayload(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
