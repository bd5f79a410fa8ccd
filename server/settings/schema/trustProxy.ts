import { isIP } from 'node:net';
import proxyAddr from 'proxy-addr';
import { z } from 'zod';

/** The number of proxies in front, or their addresses, subnets and named ranges. */
export type TrustProxy = number | readonly string[];

const RANGES = ['loopback', 'linklocal', 'uniquelocal'];
const COUNT = /^\d{1,2}$/;

/** An unknown value would mean no proxy, and all clients would look like one sender: it is refused. */
export const trustProxy = z.string().transform((text, context): TrustProxy => {
  const value = text.trim();
  if (COUNT.test(value)) return Number(value);
  const named = value.split(',').map((word) => word.trim());
  const problem = value === 'true' ? BELIEVES_ALL : named.map(problemOf).find(Boolean);
  if (problem) context.issues.push({ code: 'custom', message: problem, input: text });
  return named;
});

const BELIEVES_ALL = 'true would trust any address that a sender makes up: set the number of proxies in front';

function problemOf(word: string): string | undefined {
  return isUsable(word)
    ? undefined
    : `"${word}" is neither a number of proxies nor an address, a subnet such as 10.0.0.0/8, or one of ${RANGES.join(', ')}`;
}

function isUsable(word: string): boolean {
  if (RANGES.includes(word)) return true;
  if (isIP(word.split('/')[0] ?? '') === 0) return false;
  try {
    return Boolean(proxyAddr.compile(word));
  } catch {
    return false;
  }
}
