import type { Copy } from '../text/en.ts';

/** A failed call of either API. No code and status, or status 0: the service was not reached. */
interface Failure {
  code?: string;
  status?: number;
  requestId?: string;
}

/** Why something failed, in words, with the request's id where support would ask for it. */
export interface Problem {
  text: string;
  requestId?: string;
}

/** Why a call failed, in words for the reader; `fallback`: what to say when it was our fault. */
export function failureText({ code, status }: Failure, copy: Copy, fallback = copy.errors.server): string {
  if (code === undefined && !status) return copy.errors.offline;
  if (status === 401) return copy.errors.session;
  if (status === 403) return copy.errors.forbidden;
  if (status === 429) return copy.errors.tooMany;
  return fallback;
}

/** A checkout is forbidden only while the address could be somebody else's at the provider. */
export function checkoutProblem(failure: Failure, copy: Copy): Problem {
  if (failure.status === 403) return { text: copy.errors.unverified, requestId: failure.requestId };
  return problemOf(failure, copy, copy.errors.checkout);
}

export function problemOf(failure: Failure, copy: Copy, fallback?: string): Problem {
  return { text: failureText(failure, copy, fallback), requestId: failure.requestId };
}
