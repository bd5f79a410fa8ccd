import type { AccountCustomer } from './account.ts';
import type { KnownPrice, WebhookEvent, WebhookResult } from './adapter.ts';
import { type Fields, fields, key, statedUserIdOf, text } from './read.ts';
import type { Remark } from './remarks.ts';

/** What an event changes. */
export type Applied = Omit<WebhookResult, 'warnings'>;

/** An event while an adapter reads it. */
export interface Reading<Event extends WebhookEvent = WebhookEvent> {
  event: Event;
  data: Fields;
  prices: readonly KnownPrice[];
  warnings: Remark[];
}

/** Why an event of this type is ignored. */
export const changesNothing = ({ nativeType }: WebhookEvent): Remark =>
  `${nativeType ?? 'an event without a type'} changes no record`;

/** A customer of the account's own list; undefined: a deleted one. */
export function toAccountCustomer(customer: unknown): AccountCustomer | undefined {
  const { id, email, metadata, deleted, deleted_at } = fields(customer);
  const providerCustomerId = key(id);
  if (!providerCustomerId || deleted === true || typeof deleted_at === 'string') return undefined;
  const statedUserId = statedUserIdOf(customer) ?? null;
  return { providerCustomerId, statedUserId, email: text(email) ?? null, metadata: fields(metadata) };
}
