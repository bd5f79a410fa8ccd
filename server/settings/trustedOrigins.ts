import type { Settings } from './types.ts';

/** Origins whose pages may write: ours, on loopback under both names, and those in TRUSTED_ORIGINS. */
export function trustedOrigins({
  baseUrl,
  trustedOrigins: others,
}: Pick<Settings, 'trustedOrigins'> & { baseUrl: string }): string[] {
  const own = new URL(baseUrl);
  const loopback = own.hostname === 'localhost' || own.hostname === '127.0.0.1';
  const twins = loopback ? ['localhost', '127.0.0.1'].map((host) => `${own.protocol}//${host}:${own.port || 80}`) : [];
  return [...new Set([own.origin, ...twins, ...others])];
}
