import type Stripe from 'stripe';
import type { ForeignPlan, Money, PlanChange, PlanTerms, PreviewedChange, SubscriptionChange } from '../../adapter.ts';
import type { AdapterOptions } from '../../definition.ts';
import { moneyOf } from '../../money.ts';
import { priceFor } from '../../prices.ts';
import { type Fields, fields, idOf, integer, key, list } from '../../read.ts';
import { resourceId, shareOfTime, wireFields } from '../api.ts';
import { planItem } from '../subscription.ts';
import {
  blamePlan,
  endWithPeriod,
  foreignSchedule,
  isInvalid,
  keptPlan,
  OURS,
  ownSchedule,
  plansMore,
  releaseSchedule,
  restorePlan,
  runningPhase,
  scheduledElsewhere,
  toParams,
} from './schedules.ts';

interface Target {
  stripe: Stripe;
  prices: AdapterOptions['prices'];
  id: string;
}

export async function changeSubscription(given: Target, change: SubscriptionChange): Promise<void> {
  const { stripe } = given;
  const target = { ...given, id: resourceId(given.id) };
  const { id } = target;
  switch (change.kind) {
    case 'cancel_at_period_end':
      return cancelAtPeriodEnd(target);
    case 'cancel_now':
      return void (await stripe.subscriptions.cancel(id));
    case 'resume':
      return resume(target);
    case 'pause':
      return pause(target);
    case 'unpause':
      return continuePaused(target);
    case 'undo_pause':
      throw new Error('Stripe cannot schedule a pause');
    case 'undo':
      return releaseSchedule(stripe, await retrieve(target));
    case 'change_plan':
      return change.since ? planSchedule(target, change) : changePlan(target, change);
  }
}

/** The paid time that is left becomes a credit on the next invoice. */
const PAUSE = {
  type: 'subscription',
  bill_for: { unused_time_from: { type: 'now' }, outstanding_usage_through: { type: 'now' } },
  invoicing_behavior: 'pending_invoice_item',
} satisfies Stripe.SubscriptionPauseParams;

/** Stripe pauses nothing that a schedule manages. */
async function pause(target: Target): Promise<void> {
  try {
    await target.stripe.subscriptions.pause(target.id, PAUSE);
  } catch (error) {
    if (!isInvalid(error)) throw error;
    blamePlan(await retrieve(target).catch(() => ({})))(error);
  }
}

/** A new period begins, and is charged at once. */
const CONTINUE = {
  billing_cycle_anchor: { type: 'now' },
  payment_behavior: 'resume_on_payment_success',
  proration_behavior: 'none',
} satisfies Stripe.SubscriptionResumeParams;

/** Unpaid, it stays paused: its invoice is voided, so that nothing is charged later. */
async function continuePaused({ stripe, id }: Target): Promise<void> {
  const { status, latest_invoice } = wireFields(await stripe.subscriptions.resume(id, CONTINUE));
  if (status !== 'paused') return;
  const invoice = idOf(latest_invoice);
  const { status: state } = invoice ? wireFields(await stripe.invoices.retrieve(resourceId(invoice))) : {};
  if (invoice && state === 'open') await stripe.invoices.voidInvoice(resourceId(invoice));
  throw Object.assign(new Error('The payment failed, so the subscription stays paused'), { status: 402 });
}

/** What Stripe would charge for the change now. */
export async function previewChange(target: Target, change: PreviewedChange): Promise<Money | null> {
  const { stripe, prices } = target;
  if (change.kind === 'unpause') {
    const subscription_details = { resume_at: 'now', billing_cycle_anchor: { type: 'now' } } as const;
    const subscription = resourceId(target.id);
    const bill = wireFields(await stripe.invoices.createPreview({ subscription, subscription_details }));
    return moneyOf(bill, ['amount_due'], []) ?? null;
  }
  const current = await retrieve({ ...target, id: resourceId(target.id) });
  const details = { items: [itemChange(current, change, prices)], ...prorated(change) };
  const asked = { subscription: target.id, subscription_details: details };
  const invoice = wireFields(await stripe.invoices.createPreview(asked));
  return moneyOf(invoice, ['amount_due'], []) ?? null;
}

async function retrieve({ stripe, id }: Target, options: Stripe.RequestOptions = {}): Promise<Fields> {
  return wireFields(await stripe.subscriptions.retrieve(id, { expand: ['schedule'] }, options));
}

/** Stripe neither pauses nor resumes what a schedule manages, and has room for one schedule. */
export async function foreignPlan(target: Target, change: SubscriptionChange): Promise<ForeignPlan | null> {
  const foreign = foreignSchedule(await retrieve({ ...target, id: resourceId(target.id) }));
  if (!foreign) return null;
  switch (change.kind) {
    case 'cancel_at_period_end':
      return plansMore(foreign) ? 'dropped' : null;
    case 'resume':
      return keptPlan(foreign) ? null : 'obstacle';
    case 'pause':
      return 'obstacle';
    case 'change_plan':
      return change.since ? 'obstacle' : null;
    default:
      return null;
  }
}

async function cancelAtPeriodEnd(target: Target): Promise<void> {
  const { stripe, id } = target;
  const current = await retrieve(target);
  const foreign = foreignSchedule(current);
  if (foreign) return endWithPeriod(stripe, current, foreign);
  await releaseSchedule(stripe, current);
  await stripe.subscriptions.update(id, { cancel_at_period_end: true });
}

/** Stripe's portal schedules an end with `cancel_at` alone, and Stripe refuses a call that sets both fields. */
async function resume(target: Target): Promise<void> {
  const { stripe, id } = target;
  const current = await retrieve(target);
  const { cancel_at_period_end, cancel_at } = current;
  const foreign = foreignSchedule(current);
  if (foreign && (await restorePlan(stripe, foreign))) return;
  const hasDateOnly = cancel_at !== null && cancel_at !== undefined && !cancel_at_period_end;
  const params = hasDateOnly ? { cancel_at: '' as const } : { cancel_at_period_end: false };
  await stripe.subscriptions.update(id, params).catch(blamePlan(current));
}

/** Charged at once; if the card fails, nothing changes. A change that waited for the end of the period is dropped. */
async function changePlan(target: Target, change: PlanChange): Promise<void> {
  const { stripe, prices, id } = target;
  const current = await retrieve(target);
  const { plan, interval } = change;
  const params = {
    items: [itemChange(current, change, prices)],
    ...prorated(change),
    payment_behavior: 'error_if_incomplete' as const,
    metadata: { plan, interval },
  };
  await stripe.subscriptions.update(id, params).catch(blamePlan(current));
  await releaseSchedule(stripe, current);
}

function prorated({ prorationDate }: PlanChange) {
  const proration_behavior = 'always_invoice' as const;
  if (prorationDate === undefined) return { proration_behavior };
  return { proration_behavior, proration_date: Math.floor(Date.parse(prorationDate) / 1000) };
}

/**
 * A schedule of two phases: the current one, and the next, which Stripe then continues without a schedule. Both keep
 * discounts and taxes: what a phase leaves out, Stripe takes from the customer instead of the subscription
 * (docs.stripe.com/api/subscription_schedules/update).
 */
async function planSchedule(target: Target, change: PlanChange): Promise<void> {
  const { stripe, prices, id } = target;
  const time = shareOfTime(stripe, 4);
  const current = await retrieve(target, time);
  if (list(fields(current.items).data).length > 1)
    throw new Error('A subscription with several items cannot be scheduled');
  if (foreignSchedule(current)) throw scheduledElsewhere();
  const { price, quantity = 1 } = itemChange(current, change, prices);
  const own = ownSchedule(current);
  const schedule = own ?? wireFields(await stripe.subscriptionSchedules.create({ from_subscription: id }, time));
  const scheduleId = resourceId(key(schedule.id) ?? '');
  try {
    const running = runningParams(schedule, current);
    const { start_date, end_date, trial_end, items, ...terms } = running;
    const next = { ...terms, items: [{ ...items[0], price, quantity }], proration_behavior: 'none' as const };
    const phases = [running, next];
    const plan = { phases, end_behavior: 'release' as const, proration_behavior: 'none' as const, metadata: OURS };
    await stripe.subscriptionSchedules.update(scheduleId, plan, time);
  } catch (error) {
    // A change in an earlier schedule keeps waiting.
    if (!own) await stripe.subscriptionSchedules.release(scheduleId, {}, time).catch(() => {});
    throw error;
  }
}

/** As Stripe shows the phase, with what the subscription has. */
function runningParams(schedule: Fields, { discounts, default_tax_rates, automatic_tax }: Fields) {
  const phase = runningPhase(schedule);
  if (integer(phase.start_date) === undefined || integer(phase.end_date) === undefined)
    throw new Error('The schedule has no running phase');
  const reused = list(discounts).map((discount) => ({ discount: idOf(discount) }));
  return toParams({ ...phase, ...toParams({ discounts: reused, default_tax_rates, automatic_tax }) });
}

function itemChange(current: Fields, { plan, interval, quantity: seats }: PlanTerms, prices: Target['prices']) {
  if (interval === 'one_time') throw new Error('A subscription can not change to a one-time price');
  const price = priceFor(prices, plan, interval);
  const item = planItem(current, prices);
  const id = item === current ? undefined : key(item.id);
  if (!id) throw new Error('The subscription has no item to change');
  const quantity = seats ?? integer(item.quantity);
  return quantity === undefined ? { id, price } : { id, price, quantity };
}
