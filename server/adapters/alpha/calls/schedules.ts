import type Stripe from 'stripe';
import type { ProviderConflict } from '../../adapter.ts';
import { type Fields, fields, integer, isFields, key, list } from '../../read.ts';
import { itemsOf } from '../amount.ts';
import { resourceId } from '../api.ts';

/*
 * While a schedule manages a subscription, Stripe refuses to cancel it at the end of the period, or to take that back:
 * the schedule has to end (https://docs.stripe.com/api/subscription_schedules/update, `end_behavior`).
 */

/** Marks our own schedules; those of others are kept. */
export const OURS = { madeBy: 'billing' };

export function ownSchedule({ schedule }: Fields): Fields | undefined {
  return isFields(schedule) && isOurs(schedule) ? schedule : undefined;
}

/** One that somebody made in Stripe's dashboard, or another program. */
export function foreignSchedule({ schedule }: Fields): Fields | undefined {
  return isFields(schedule) && !isOurs(schedule) ? schedule : undefined;
}

const isOurs = ({ metadata }: Fields) => fields(metadata).madeBy === OURS.madeBy;
const idOf = ({ id }: Fields) => resourceId(key(id) ?? '');

export async function releaseSchedule(stripe: Stripe, current: Fields): Promise<void> {
  const own = ownSchedule(current);
  if (own) await stripe.subscriptionSchedules.release(idOf(own));
}

/** A schedule keeps its past phases, too. */
export function runningPhase(schedule: Fields): Fields {
  return comingPhases(schedule)[0] ?? {};
}

/** The running phase and the later ones. */
function comingPhases(schedule: Fields): Fields[] {
  const start = integer(fields(schedule.current_phase).start_date);
  return list(schedule.phases)
    .map(fields)
    .filter((phase) => start === undefined || (integer(phase.start_date) ?? start) >= start);
}

/** Whether anything is planned for after the running phase. */
export const plansMore = (schedule: Fields) => comingPhases(schedule).length > 1;

export function scheduledElsewhere(cause?: unknown): Error {
  const told: { status: number; conflict: ProviderConflict } = { status: 409, conflict: 'scheduled_elsewhere' };
  return Object.assign(new Error('Somebody else scheduled changes of the subscription at Stripe', { cause }), told);
}

export const isInvalid = (error: unknown) => Object(error).statusCode === 400;

/** Says who planned, where that is why Stripe refused. */
export function blamePlan(current: Fields): (error: unknown) => never {
  return (error) => {
    throw isInvalid(error) && foreignSchedule(current) ? scheduledElsewhere(error) : error;
  };
}

type Plan = Stripe.SubscriptionScheduleUpdateParams;
type Phase = Stripe.SubscriptionScheduleUpdateParams.Phase;

/**
 * Ends the subscription with its paid period. What was planned is kept in the schedule's metadata, in the same call, so
 * that `restorePlan` gives it back.
 */
export async function endWithPeriod(stripe: Stripe, current: Fields, schedule: Fields): Promise<void> {
  const { end_behavior } = schedule;
  const planned: Plan = { end_behavior: key(end_behavior), phases: comingPhases(schedule).map(toParams) };
  const metadata = keptPlan(schedule) ? {} : { metadata: { ...emptied(schedule), ...toMetadata(planned) } };
  const phase = { ...toParams(runningPhase(schedule)), end_date: paidEnd(current) };
  const ending: Plan = { phases: [phase], end_behavior: 'cancel', proration_behavior: 'none', ...metadata };
  await stripe.subscriptionSchedules.update(idOf(schedule), ending);
}

/** false: we kept no plan of this schedule. */
export async function restorePlan(stripe: Stripe, schedule: Fields): Promise<boolean> {
  const planned = keptPlan(schedule);
  if (!planned) return false;
  const restored = { ...planned, proration_behavior: 'none' as const, metadata: emptied(schedule) };
  await stripe.subscriptionSchedules.update(idOf(schedule), restored);
  return true;
}

/** Items may have periods of their own. */
function paidEnd(current: Fields): number | undefined {
  const ends = [current, ...itemsOf(current)].map(({ current_period_end: end }) => integer(end) ?? 0);
  return Math.max(...ends) || undefined;
}

/** What Stripe shows in a phase and doesn't accept. */
const READ_ONLY = ['plan', 'disabled_reason'];

/** A phase as Stripe shows it, in the form in which it takes one: without empty fields, and ids for objects. */
export function toParams(phase: Fields): Phase {
  const { trial, ...rest } = phase;
  return sendable(integer(phase.trial_end) === undefined ? { ...rest, trial } : rest) as Phase;
}

function sendable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sendable);
  if (!isFields(value)) return value;
  if (typeof value.object === 'string' && typeof value.id === 'string') return value.id;
  const kept = Object.entries(value).filter(([name, field]) => !READ_ONLY.includes(name) && !isEmpty(field));
  return Object.fromEntries(kept.map(([name, field]) => [name, name === 'metadata' ? field : sendable(field)]));
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'object' && Object.keys(value as object).length === 0);

const KEPT = /^billing_planned_\d+$/;
/** Stripe's longest value of metadata. */
const CHUNK = 500;

/** Spaces are escaped, since those at the ends of a value may be lost. */
function toMetadata(planned: Plan): Record<string, string> {
  const text = JSON.stringify(planned).replaceAll(' ', '\\u0020');
  const chunks = Array.from({ length: Math.ceil(text.length / CHUNK) }, (_, at) =>
    text.slice(at * CHUNK, (at + 1) * CHUNK),
  );
  return Object.fromEntries(chunks.map((chunk, at) => [`billing_planned_${at}`, chunk]));
}

const keptNames = ({ metadata }: Fields) => Object.keys(fields(metadata)).filter((name) => KEPT.test(name));
const emptied = (schedule: Fields) => Object.fromEntries(keptNames(schedule).map((name) => [name, '']));

/** Absent: none was kept, or somebody has planned anew since. */
export function keptPlan(schedule: Fields): Plan | undefined {
  const count = keptNames(schedule).length;
  if (count === 0 || schedule.end_behavior !== 'cancel') return undefined;
  const metadata = fields(schedule.metadata);
  const text = Array.from({ length: count }, (_, at) => metadata[`billing_planned_${at}`]).join('');
  try {
    return JSON.parse(text) as Plan;
  } catch {
    return undefined;
  }
}
