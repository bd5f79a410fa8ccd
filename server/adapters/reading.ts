import type { KnownPrice, WebhookEvent, WebhookResult } from './adapter.ts';
import type { Fields } from './read.ts';

/** What an event changes. */
export type Applied = Omit<WebhookResult, 'warnings'>;

/** An event while an adapter reads it. */
export interface Reading<Event extends WebhookEvent = WebhookEvent> {
  event: Event;
  data: Fields;
  prices: readonly KnownPrice[];
  warnings: string[];
}

/** Why an event of this type is ignored. */
export const changesNothing = ({ nativeType }: WebhookEvent) =>
  `${nativeType ?? 'an event without a type'} changes no record`;
