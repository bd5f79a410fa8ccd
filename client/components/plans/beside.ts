import type { SubscriptionView } from '../../trpc.ts';

/** What a subscription's card must not deny. */
export interface Beside {
  /** The other ones that are live. */
  others: readonly SubscriptionView[];
  /** The provider knows of nothing more. */
  asked: boolean;
}

/** Only then is nothing charged any more, once this one ends. */
export const isAll = ({ others, asked }: Beside): boolean => asked && others.length === 0;
