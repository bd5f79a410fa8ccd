import type { LiveSubscriptions, OrganisationView, SubscriptionView } from '../trpc.ts';

/** What a card must not deny. */
export interface Beside {
  /** The other subscriptions that are live. */
  others: readonly SubscriptionView[];
  /** The providers know of nothing more. */
  asked: boolean;
}

interface Account extends Pick<LiveSubscriptions, 'live' | 'asked' | 'proven'> {
  /** null: the reader acts in none. */
  organisation: Pick<OrganisationView, 'id'> | null;
}

/**
 * Beside one of the reader's subscriptions, or beside none (null). What an organisation pays, or what the providers may
 * know under an address that nobody proved, counts as more.
 */
export function besideOf({ live, asked, proven, organisation }: Account, id: string | null): Beside {
  const others = live.filter((other) => other.id !== id);
  return { others, asked: asked && proven && organisation === null };
}

/** Only then is nothing charged any more, once this one ends. */
export const isAll = ({ others, asked }: Beside): boolean => asked && others.length === 0;
