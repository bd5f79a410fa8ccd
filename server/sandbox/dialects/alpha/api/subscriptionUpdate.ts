import { renew } from '../../../core/billing.ts';
import type { Company } from '../../../core/company.ts';
import { changePlan, type PlanSwitch } from '../../../core/planChange.ts';
import type { Subscription } from '../../../core/records.ts';
import { liveSubscription, subscriptionById } from '../../../core/subscription.ts';
import { pauseCollection, revokeCancel, scheduleCancel, setMetadata } from '../../../core/subscriptions.ts';
import { moveTrialEnd } from '../../../core/terms.ts';
import { subscription } from '../objects/subscription.ts';
import type { Call } from './call.ts';
import { invalid } from './errors.ts';
import { mergeMetadata, type Parameters } from './parameters.ts';

const known = [
  ...['cancel_at_period_end', 'cancel_at', 'items', 'proration_behavior', 'metadata', 'trial_end'],
  ...['pause_collection', 'payment_behavior', 'cancellation_details', 'proration_date'],
];

const cancellation = ['comment', 'feedback'] as const;

const prorations = { create_prorations: 'next_invoice', always_invoice: 'now', none: 'none' } as const;

/** POST /v1/subscriptions/:id. Several changes in one call are applied one after the other, each with its own event. */
export function updateSubscription({ company, id, given }: Call): object {
  given.only(...known);
  const before = liveSubscription(company, id);
  if (given.has('items')) updateItems(company, before, given);
  if (given.has('trial_end')) changeTrial(company, before, given);
  if (given.has('pause_collection')) updatePause(company, id, given);
  if (given.has('cancellation_details')) keepReason(company, before, given.hash('cancellation_details'));
  if (given.has('metadata')) setMetadata(company, id, mergeMetadata(before.metadata, given.metadata()));
  updateCancellation(company, id, given);
  return subscription(company, subscriptionById(company, id));
}

function updateItems(company: Company, before: Subscription, given: Parameters): void {
  changePlan(company, before.id, { ...readItemChange(before, given), refusesUnpaid: refuses(given) });
}

/** Whether a failed charge refuses the change. `pending_if_incomplete` is not supported. */
function refuses(given: Parameters): boolean {
  return given.oneOf('payment_behavior', ['allow_incomplete', 'error_if_incomplete']) === 'error_if_incomplete';
}

/** Stores the buyer's reason for the cancellation. */
function keepReason({ store }: Company, { id, extra }: Subscription, given: Parameters): void {
  given.only(...cancellation);
  const said = cancellation.map((name) => [name, given.text(name) ?? extra[name] ?? null] as const);
  store.update('subscriptions', id, { extra: { ...extra, ...Object.fromEntries(said) } });
}

/** The item's new price or quantity, and the proration. */
export function readItemChange(before: Subscription, given: Parameters): PlanSwitch {
  const [item, ...more] = given.items('items');
  if (!item || more.length > 0) throw invalid('The sandbox keeps one item in a subscription.', 'items');
  item.only('id', 'price', 'quantity', 'metadata');
  if (item.text('id') !== before.itemId) {
    const message = `Invalid subscription item: '${item.text('id') ?? ''}'. Name the existing item to change it.`;
    throw invalid(message, 'items[0][id]');
  }
  const named = given.oneOf('proration_behavior', ['create_prorations', 'always_invoice', 'none']);
  const at = given.integer('proration_date', { min: 0 });
  return {
    priceId: item.text('price') ?? before.priceId,
    quantity: item.integer('quantity', { min: 1 }) ?? before.quantity,
    proration: prorations[named ?? 'create_prorations'],
    ...(at === undefined ? {} : { at: at * 1000 }),
  };
}

function changeTrial(company: Company, { id, status }: Subscription, given: Parameters): void {
  if (given.text('trial_end') !== 'now') {
    return void moveTrialEnd(company, id, (given.integer('trial_end', { min: 0 }) ?? 0) * 1000);
  }
  if (status === 'trialing') renew(company, id, { cause: 'trial_end', start: company.clock.now(), newAnchor: true });
}

function updatePause(company: Company, id: string, given: Parameters): void {
  const pause = given.hash('pause_collection');
  const behavior = pause.oneOf('behavior', ['keep_as_draft', 'mark_uncollectible', 'void']);
  const resumesAt = pause.integer('resumes_at', { min: 0 });
  pauseCollection(company, id, behavior ? { behavior, resumesAt: resumesAt ? resumesAt * 1000 : null } : null);
}

/**
 * `cancel_at_period_end=false` revokes only a cancellation that `cancel_at_period_end=true` scheduled; one scheduled in
 * the portal sets only `cancel_at` and is revoked with `cancel_at=`.
 */
function updateCancellation(company: Company, id: string, given: Parameters): void {
  const atPeriodEnd = given.flag('cancel_at_period_end');
  const at = given.integer('cancel_at', { min: 0 });
  if (atPeriodEnd && at !== undefined) {
    throw invalid('You may only specify one of these parameters: cancel_at, cancel_at_period_end.', 'cancel_at');
  }
  const { cancelAt, cancelVia, extra } = liveSubscription(company, id);
  const revoked = given.text('cancel_at') === '' || (atPeriodEnd === false && cancelVia === 'api');
  const isRevoked = cancelAt !== null && (revoked || atPeriodEnd === false);
  if (extra.scheduleId && (atPeriodEnd || at !== undefined || isRevoked)) throw scheduled();
  if (atPeriodEnd) return void scheduleCancel(company, id, { via: 'api' });
  if (at !== undefined) return void scheduleCancel(company, id, { via: 'portal', at: at * 1000 });
  if (cancelAt !== null && revoked) revokeCancel(company, id);
}

function scheduled(): Error {
  const [what, instead] = ['updating any cancelation behavior directly is not allowed', 'update the schedule instead'];
  return invalid(`The subscription is managed by a subscription schedule, and ${what}. Please ${instead}.`);
}
