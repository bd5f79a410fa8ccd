import type { With } from '../context.ts';

const MAX_LENGTH = 2_000;

/** Why an address was refused, for the log. */
export function refusedAddress(field: string, wanted: string): string {
  const isAddress = /^https?:\/\//i.test(wanted) && URL.canParse(wanted);
  if (!isAddress) return `${field}: is neither a path nor an http(s) address`;
  return `${field}: ${new URL(wanted).origin} is neither BASE_URL's origin nor in REDIRECT_ORIGINS`;
}

/**
 * The absolute address that a caller may redirect to, or null. Accepted: a path on our origin, or an http(s) address
 * whose origin is ours or listed. A path begins at BASE_URL and is resolved the way browsers resolve it, so that
 * `//host`, `/\host` and control characters cannot lead to another host.
 */
export function redirectAddress(
  wanted: string,
  { baseUrl, redirectOrigins }: With<'baseUrl' | 'redirectOrigins'>,
): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop them, so an address with one is a disguise
  if (wanted.length > MAX_LENGTH || /[\u0000-\u0020\u007f\\]/.test(wanted)) return null;
  const isPath = wanted.startsWith('/') && !wanted.startsWith('//');
  if (!isPath && !/^https?:\/\//i.test(wanted)) return null;
  const address = isPath ? baseUrl + wanted : wanted;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.username || url.password) return null;
  const allowed = [new URL(baseUrl).origin, ...(isPath ? [] : redirectOrigins)];
  return allowed.includes(url.origin) ? url.href : null;
}
