import { randomBytes } from 'node:crypto';

const RELEASED = /^released-[0-9a-f]{32}@/;

/**
 * What a customer at a provider has instead of an address that somebody else proved. Below our own domain, because
 * providers look domains up.
 */
export const newReleasedAddress = (domain: string) => `released-${randomBytes(16).toString('hex')}@${domain}`;

export const isReleasedAddress = (email: string) => RELEASED.test(email);

/** Where placeholders are: the domain of the mails' sender, else of our own address. */
export function placeholderDomain(sender: string | undefined, baseUrl: string): string {
  const domain = /@([^\s@>]+)>?$/.exec(sender ?? '')?.[1] ?? new URL(baseUrl).hostname;
  return /\.\D/.test(domain) ? domain : 'example.com';
}
