import type { Format } from '../format.ts';
import type { Copy, FirstCopy } from '../text/en.ts';

/** A failed call of either API. No code and status, or status 0: the service was not reached. */
export interface Failure {
  code?: string;
  status?: number;
  requestId?: string;
  /** Why a change of a subscription is refused; `until`: ISO 8601, when that stops being so; null: not by itself. */
  conflict?: { reason: string; until: string | null };
}

/** Why something failed, in words, with the request's id where support would ask for it. */
export interface Problem {
  text: string;
  requestId?: string;
}

/** Why a call failed, in words for the reader; `fallback`: what to say when it was our fault. */
export function failureText({ code, status }: Failure, copy: FirstCopy, fallback = copy.errors.server): string {
  if (code === undefined && !status) return copy.errors.offline;
  if (status === 401) return copy.errors.session;
  if (status === 403) return copy.errors.forbidden;
  if (status === 429) return copy.errors.tooMany;
  return fallback;
}

/** Why a change of a subscription failed. A page that was loaded long ago may not know the reason. */
export function changeProblem(failure: Failure, copy: Copy, { date }: Pick<Format, 'date'>): Problem {
  const { code, status, conflict } = failure;
  const sentences: Partial<Record<string, (day: string) => string>> = copy.conflicts;
  const sentence = conflict && sentences[conflict.reason];
  if (sentence) return { text: sentence(conflict.until ? date(conflict.until) : '') };
  if (code === 'NOT_FOUND') return { text: copy.changePlan.none };
  if (status === 402) return { text: copy.changePlan.declined };
  if (status === 409) return { text: copy.changePlan.notPossible };
  return problemOf(failure, copy, copy.changePlan.failed);
}

/** A checkout is forbidden only while the address could be somebody else's at the provider. */
export function checkoutProblem(failure: Failure, copy: FirstCopy): Problem {
  if (failure.status === 403) return { text: copy.errors.unverified, requestId: failure.requestId };
  return problemOf(failure, copy, copy.errors.checkout);
}

export function problemOf(failure: Failure, copy: FirstCopy, fallback?: string): Problem {
  return { text: failureText(failure, copy, fallback), requestId: failure.requestId };
}
