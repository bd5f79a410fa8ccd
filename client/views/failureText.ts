import type { Copy } from '../text/en.ts';

/** Why a call failed, in words for the reader; `fallback`: what to say when it was our fault. */
export function failureText(
  { code, status }: { code?: string; status?: number },
  copy: Copy,
  fallback = copy.errors.server,
): string {
  if (code === undefined) return copy.errors.offline;
  if (status === 401) return copy.errors.session;
  if (status === 403) return copy.errors.forbidden;
  if (status === 429) return copy.errors.tooMany;
  return fallback;
}
