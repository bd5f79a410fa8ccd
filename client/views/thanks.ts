import type { StatedSubscription } from './statement/stated.ts';

/** Whether a purchase can be thanked for: success never stands above a failure. */
export function mayThank(shown: readonly Pick<StatedSubscription, 'status' | 'isRunning' | 'use'>[]): boolean {
  return shown.every(({ status, isRunning, use }) => status !== 'past_due' && (use.usable || !isRunning));
}
