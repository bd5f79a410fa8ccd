import { z } from 'zod';

/** An address that is used as an origin: a path, a query or a password in it would be dropped silently. */
export const baseUrl = z
  .string()
  .trim()
  .superRefine((value, context) => {
    const problem = problemOf(value);
    if (problem) context.addIssue({ code: 'custom', message: problem });
  })
  .transform((value) => (URL.canParse(value) ? new URL(value).origin : value));

function problemOf(value: string): string | null {
  if (!/^https?:\/\//i.test(value)) return 'must begin with https:// (or http://)';
  if (!URL.canParse(value)) return 'is not an address';
  const { username, password, search, hash, pathname } = new URL(value);
  if (username || password) return 'must not contain a user or a password';
  if (search || hash) return 'must not contain a query or a fragment';
  if (pathname !== '/') return `must not have a path: the service needs a host of its own, not ${pathname}`;
  return null;
}
