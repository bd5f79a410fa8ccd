import type { useCheckout } from '../../hooks/useCheckout.ts';
import type { Interval } from '../../trpc.ts';
import type { Standing } from '../../views/planAction.ts';

export interface OfferContext {
  currency: string;
  /** false: nothing can be bought at the moment. */
  selling: boolean;
  interval: Interval;
  /** That were chosen, for the plans that are sold by the seat; null: none were. */
  seats: number | null;
  chooseSeats(seats: number): void;
  /** Plan that was picked before, say before signing in. */
  chosen: string | null;
  /** For how many days a one-time purchase gives its plan; 0: none, null: for ever. */
  oneTimeDays: number | null;
  /** null: it isn't known yet, or could not be read; so nothing is offered. */
  standing: Standing | null;
  /** It is still asked for: its place is kept. */
  asking: boolean;
  now: Date;
  checkout: ReturnType<typeof useCheckout>;
}
