import type { AccessView, LiveSubscriptions, OrganisationView, SubscriptionView } from '../trpc.ts';

/** What a card must not deny. */
export interface Beside {
  /** The other subscriptions that are live. */
  others: readonly SubscriptionView[];
  /** The providers know of nothing more. */
  asked: boolean;
  /** Something was bought once, given, or is had through the organisation: no account moves to Free. */
  kept: boolean;
}

interface Account extends Pick<LiveSubscriptions, 'live' | 'asked' | 'proven'> {
  access: Pick<AccessView, 'owned'>;
  /** null: the reader acts in none. */
  organisation: { access: Pick<OrganisationView['access'], 'plan'> } | null;
}

/**
 * Beside one of the reader's subscriptions, or beside none (null). What an organisation pays, or what the providers may
 * know under an address that nobody proved, counts as more.
 */
export function besideOf({ live, asked, proven, access, organisation }: Account, id: string | null): Beside {
  const others = live.filter((other) => other.id !== id);
  const isShared = organisation !== null && organisation.access.plan !== 'free';
  return { others, asked: asked && proven && organisation === null, kept: access.owned.length > 0 || isShared };
}

/** Only then is nothing charged any more, once this one ends. */
export const isAll = ({ others, asked }: Beside): boolean => asked && others.length === 0;

/** Without this one, nothing is left to use. */
export const isLast = ({ others, kept }: Pick<Beside, 'others' | 'kept'>): boolean => others.length === 0 && !kept;
