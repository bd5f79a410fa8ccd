import { hash } from 'node:crypto';

export type RecordKind = 'customer' | 'subscription' | 'payment' | 'refund';

/**
 * Our own id of a record: a UUID derived from the record's unique key. A payment can therefore name its subscription
 * before either exists, and two processes that see a record first agree on its id.
 */
export function recordId(kind: RecordKind, provider: string, providerId: string): string {
  const hex = hash('sha256', `${kind}\n${provider}\n${providerId}`, 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
