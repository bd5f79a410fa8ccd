import type { Customer as Row } from '../../database/generated/client.ts';
import type { Column, RowOf } from './columns.ts';

/** All that events may change. */
export const customerColumns = {
  id: 'text',
  userId: 'text',
  provider: 'text',
  providerCustomerId: 'text',
  email: 'text',
  metadata: 'jsonb null',
  deletedAt: 'timestamptz null',
  assigned: 'bool',
  lastEventAt: 'timestamptz null',
  lastEventRank: 'int',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
  version: 'int',
} as const satisfies Record<Exclude<keyof Row, 'billingEmail'>, Column>;

/** A person at a provider. An empty `email` is unknown. */
export type Customer = RowOf<typeof customerColumns>;
