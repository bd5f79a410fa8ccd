import { z } from 'zod';

/** Where everything begins: an origin, or a path on it, without a slash at the end. */
export const baseUrl = z
  .string()
  .trim()
  .superRefine((value, context) => {
    const problem = problemOf(value);
    if (problem) context.addIssue({ code: 'custom', message: problem });
  })
  .transform((value) => (URL.canParse(value) ? baseOf(new URL(value)) : value));

const baseOf = ({ origin, pathname }: URL) => origin + pathname.replace(/\/+$/, '');

const PATH = /^(\/|(\/[\w.~-]+)+\/?)$/;

function problemOf(value: string): string | null {
  if (!/^https?:\/\//i.test(value)) return 'must begin with https:// (or http://)';
  if (!URL.canParse(value)) return 'is not an address';
  const { username, password, search, hash, pathname } = new URL(value);
  if (username || password) return 'must not contain a user or a password';
  if (search || hash) return 'must not contain a query or a fragment';
  if (/^\/(api|assets|\.well-known)(\/|$)/i.test(pathname))
    return `must not have the path ${pathname}: it is the service's own`;
  if (!PATH.test(pathname)) return `must have a plain path, such as /billing, not ${pathname}`;
  return null;
}
