import type { Adapter, SubscriptionChange } from '../../../adapters/adapter.ts';
import { AppError } from '../../../errors.ts';
import { requireTruePrice } from '../../checkout/requireTruePrice.ts';
import type { Applying, Billing, BillingUser, With } from '../../context.ts';
import { countCall } from '../../countCall.ts';
import { type ScheduledChange, scheduledIn } from '../../records/scheduledChange.ts';
import { levelOf, refetchWithRetry } from '../../sync/refetch.ts';
import { type Changeable, changeable } from './changeable.ts';
import type { ChangeRequest } from './changeInput.ts';
import { type ChangeSteps, changeSteps } from './changeSteps.ts';
import { refusal } from './refusal.ts';
import { permitWhileRecovering } from './whileRecovering.ts';

/**
 * Changes the user's live subscription at its provider and reads back the result; webhooks later confirm it. Resolves
 * to our id of the changed subscription. Throws AppError: invalid_body, forbidden, unknown_user, no_subscription,
 * change_not_possible, payment_failed, too_many_requests, internal.
 */
export async function changeSubscription(billing: Billing, user: BillingUser, request: ChangeRequest): Promise<string> {
  await permitWhileRecovering(billing, user, request);
  const given = await changeable(billing, user, { request, scope: 'change' });
  const steps = changeSteps(billing, given, request);
  await countCall(billing, 'change', user);
  let asked: boolean | undefined;
  for (const call of steps.calls) if (call.kind === 'change_plan') requireTruePrice(billing, given.adapter, call);
  try {
    await make(billing, given, steps);
    asked = askedEnd(steps);
  } finally {
    await readBack(billing, given, asked);
  }
  return given.live.id;
}

async function make(
  billing: With<'announce' | 'database' | 'log'>,
  given: Changeable,
  { calls, scheduled }: ChangeSteps,
): Promise<void> {
  const { live } = given;
  let before = scheduledIn(live)?.change ?? null;
  for (const call of calls) {
    // The provider has the new price at once, even if its answer is lost, so the plan that is paid for must be stored
    // first.
    const isAhead = call.kind === 'change_plan' && scheduled?.kind === 'plan' && scheduled.waitsAs === 'price';
    if (isAhead) await keepScheduled(billing, live.id, scheduled);
    await ask(billing, given, call).catch(async (error: unknown) => {
      if (isAhead && error instanceof AppError) await keepScheduled(billing, live.id, before);
      throw error;
    });
    if (!isUndoing(call)) continue;
    before = null;
    await keepScheduled(billing, live.id, null);
  }
  await keepScheduled(billing, live.id, scheduled);
  billing.announce(live.userId);
}

/** Rejects with an AppError if the provider refused the change; with any other error the change may have been made. */
async function ask(billing: With<'log'>, { live, adapter }: Changeable, call: SubscriptionChange): Promise<void> {
  await adapter.changeSubscription(live.providerSubscriptionId, call).catch((error: unknown) => {
    billing.log.info({ err: error, subscriptionId: live.id, change: call.kind }, 'The provider refused a change');
    throw refusal(error);
  });
}

const isUndoing = ({ kind }: SubscriptionChange) => kind === 'undo' || kind === 'undo_pause';

const KEEP = `UPDATE subscription SET "scheduledChange" = $2::jsonb, version = version + 1
  WHERE id = $1 AND "scheduledChange" IS DISTINCT FROM $2::jsonb`;

async function keepScheduled(
  { database }: With<'database'>,
  id: string,
  change: ScheduledChange | null,
): Promise<void> {
  await database.pool.query(KEEP, [id, change && JSON.stringify(change)]);
}

function askedEnd({ calls }: ChangeSteps): boolean | undefined {
  const kind = calls.at(-1)?.kind;
  return kind === 'cancel_at_period_end' ? true : kind === 'resume' ? false : undefined;
}

/** The provider's reads may not say whether a paused subscription is to end: then what was asked for counts. */
function saying(adapter: Adapter, asked: boolean | undefined): Adapter {
  const fetchSubscription: Adapter['fetchSubscription'] = async (id, options) => {
    const snapshot = await adapter.fetchSubscription(id, options);
    if (!snapshot) return null;
    const { cancelAtPeriodEnd = asked } = snapshot.subscription;
    return { ...snapshot, subscription: { ...snapshot.subscription, cancelAtPeriodEnd } };
  };
  return { ...adapter, fetchSubscription };
}

async function readBack(billing: Applying, { live, adapter }: Changeable, asked: boolean | undefined): Promise<void> {
  await refetchWithRetry(billing, saying(adapter, asked), live.providerSubscriptionId).catch((error: unknown) => {
    const about = { err: error, subscriptionId: live.id };
    billing.log[levelOf(error)](about, 'The change was requested; its webhook brings the result');
  });
}
