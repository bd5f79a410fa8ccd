import { setTimeout as sleep } from 'node:timers/promises';
import { withLease } from '../../database/lease.ts';
import type { Applying, BillingUser, With } from '../context.ts';
import { countCall } from '../countCall.ts';
import { ASK_MS } from '../deadlines.ts';
import { permit } from '../permit.ts';
import { askProviders, lastAsked } from '../sync/askProviders.ts';
import { within } from '../within.ts';

const POLL_MS = 100;
/** Pages that open together ask once. */
const TOGETHER_MS = 2_000;

export interface ProviderCheck {
  /** The records include everything that the providers know. */
  asked: boolean;
  /** The providers were asked for this call: earlier reads may be outdated. */
  now: boolean;
  /** A provider could not be asked in time. */
  away: boolean;
}

/**
 * Makes up for lost webhooks when a user opens a page: the providers are asked, and purchases and ends that were missed
 * are applied. It asks no one if the last answer is fresh and no checkout is open, and does not wait for an unavailable
 * provider. Throws AppError: forbidden, unknown_user, too_many_requests.
 */
export async function checkPurchases(
  billing: Applying & With<'adapter' | 'callLimits'>,
  user: BillingUser,
): Promise<ProviderCheck> {
  permit(user, 'write');
  const last = await lastAsked(billing, user);
  if (last.wasAsked && !last.isOpen) return { asked: last.isFresh, now: false, away: false };
  await countCall(billing, 'refresh', user);
  try {
    return { asked: await within(ASK_MS, askAlone(billing, user)), now: true, away: false };
  } catch (error) {
    billing.log.info({ err: error, userId: user.id }, 'A provider could not be asked for what a user has');
    return { asked: false, now: true, away: true };
  }
}

/** Several pages of one user share an answer, across all processes. */
async function askAlone(billing: Applying & With<'adapter'>, user: BillingUser): Promise<boolean> {
  const begun = Date.now();
  const lease = { name: `ask:${user.id}` };
  while (Date.now() < begun + ASK_MS) {
    const leased = await withLease(billing.database.jobPool, lease, async () => {
      const { at, hasFormer } = await lastAsked(billing, user);
      const isAnswered = at !== null && at.getTime() > begun - TOGETHER_MS;
      return isAnswered ? !hasFormer : askProviders(billing, user);
    });
    if (leased.held) return leased.result;
    await sleep(POLL_MS);
  }
  throw new Error('Another page of the user is waiting for the provider');
}
