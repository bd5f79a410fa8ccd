import { setTimeout as sleep } from 'node:timers/promises';
import { withLease } from '../../database/lease.ts';
import type { Billing, BillingUser } from '../context.ts';
import { countCall } from '../countCall.ts';
import { permit } from '../permit.ts';
import { askProviders, lastAsked } from '../sync/askProviders.ts';
import { within } from '../within.ts';

const ASK_MS = 4_000;
const POLL_MS = 100;
/** Pages that open together ask once. */
const TOGETHER_MS = 2_000;

export interface ProviderCheck {
  /** The records show all that the providers know of. */
  asked: boolean;
  /** They were asked for this answer: what was read before may be older. */
  now: boolean;
  /** A provider could not be asked in time. */
  away: boolean;
}

/**
 * Makes up for webhooks that were lost, whenever somebody comes to see what they have: the providers are asked, and what
 * was bought or ended is in the records then. Nobody is asked where the last answer is fresh and no checkout is open; it
 * doesn't wait for a provider that is away. Throws AppError: forbidden, unknown_user, too_many_requests.
 */
export async function checkPurchases(billing: Billing, user: BillingUser): Promise<ProviderCheck> {
  permit(user, 'write');
  const last = await lastAsked(billing, user.id);
  if (last.wasAsked && !last.isOpen) return { asked: last.isFresh, now: false, away: false };
  await countCall(billing, 'refresh', user);
  try {
    return { asked: await within(ASK_MS, askAlone(billing, user.id)), now: true, away: false };
  } catch (error) {
    billing.log.info({ err: error, userId: user.id }, 'A provider could not be asked for what a user has');
    return { asked: false, now: true, away: true };
  }
}

/** Several pages of one user, at any number of processes, share an answer. */
async function askAlone(billing: Billing, userId: string): Promise<boolean> {
  const begun = Date.now();
  const lease = { name: `ask:${userId}` };
  while (Date.now() < begun + ASK_MS) {
    const leased = await withLease(billing.database.jobPool, lease, async () => {
      const { at, hasFormer } = await lastAsked(billing, userId);
      const isAnswered = at !== null && at.getTime() > begun - TOGETHER_MS;
      return isAnswered ? !hasFormer : askProviders(billing, userId);
    });
    if (leased.held) return leased.result;
    await sleep(POLL_MS);
  }
  throw new Error('Another page of the user waits for the provider');
}
