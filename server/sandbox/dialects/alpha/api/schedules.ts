import type { Company } from '../../../core/company.ts';
import { endSubscription } from '../../../core/ending.ts';
import type { Schedule, Subscription } from '../../../core/records.ts';
import { makeSchedule, planPhase, releaseSchedule, setEnd } from '../../../core/scheduledChange.ts';
import { liveSubscription, patchSubscription, subscriptionById } from '../../../core/subscription.ts';
import { schedule } from '../objects/schedule.ts';
import type { Call, Route } from './call.ts';
import { invalid, missing } from './errors.ts';
import { page } from './page.ts';
import { mergeMetadata, type Parameters } from './parameters.ts';

/** A change at the end of the period: a schedule with two phases, the current one and the next. */
export const scheduleRoutes: Route[] = [
  ['get', '/v1/subscription_schedules', list],
  ['post', '/v1/subscription_schedules', create],
  ['get', '/v1/subscription_schedules/:id', (call) => shown(call.company, find(call))],
  ['post', '/v1/subscription_schedules/:id', update],
  ['post', '/v1/subscription_schedules/:id/release', release],
  ['post', '/v1/subscription_schedules/:id/cancel', cancel],
];

function find({ company, id }: Call): Schedule {
  const found = company.store.get('schedules', id);
  if (!found) throw missing('subscription schedule', id, 'schedule');
  return found;
}

function running(call: Call): Schedule {
  const found = find(call);
  if (found.status !== 'active') throw invalid(`The subscription schedule is ${found.status}.`);
  return found;
}

const shown = (company: Company, of: Schedule) => schedule(company, of, subscriptionById(company, of.subscriptionId));

function list({ company, given }: Call): object {
  const found = company.store.all('schedules').map((each) => shown(company, each));
  return page(found, given, { url: '/v1/subscription_schedules', by: ['customer'] });
}

function create({ company, given }: Call): object {
  given.only('from_subscription', 'metadata');
  const { id, extra } = liveSubscription(company, given.required('from_subscription'));
  if (extra.scheduleId) throw invalid('This subscription is already attached to a schedule.', 'from_subscription');
  return shown(company, makeSchedule(company, id));
}

function update(call: Call): object {
  const { company, given } = call;
  const found = running(call);
  const { id } = found;
  given.only('phases', 'end_behavior', 'proration_behavior', 'metadata');
  if (given.has('metadata')) {
    company.store.update('schedules', id, { metadata: mergeMetadata(found.metadata ?? {}, given.metadata()) });
  }
  const behavior = given.oneOf('end_behavior', ['release', 'cancel']) ?? found.endBehavior;
  if (given.has('phases')) {
    planPhase(company, found, nextOf(given, liveSubscription(company, found.subscriptionId)));
    // A phase without discounts has its customer's alone, and the sandbox's customers have none.
    if (!given.items('phases')[0]?.has('discounts'))
      patchSubscription(company, found.subscriptionId, { discount: null });
  }
  if (behavior) setEnd(company, found, behavior);
  return shown(company, find({ ...call, id }));
}

function nextOf(given: Parameters, before: Subscription): Subscription['pendingUpdate'] {
  const [current, next, ...more] = given.items('phases');
  if (!current || more.length > 0) throw invalid('The sandbox keeps the running phase and the next.', 'phases');
  const begins = current.integer('start_date', { min: 0 });
  if (begins !== undefined && Math.abs(begins * 1000 - before.periodStart) > 1000) {
    throw invalid('You can not modify the start date of the current phase.', 'phases[0][start_date]');
  }
  const start = next?.integer('start_date', { min: 0 }) ?? current.integer('end_date', { min: 0 });
  if (start !== undefined && Math.abs(start * 1000 - before.periodEnd) > 1000) {
    throw invalid('The sandbox changes phases at the end of the period alone.', 'phases[1][start_date]');
  }
  const [item, ...others] = next?.items('items') ?? [];
  if (others.length > 0) throw invalid('The sandbox keeps one item in a subscription.', 'phases[1][items]');
  if (!item) return null;
  const discount = next?.has('discounts') ? {} : { discount: null };
  return { priceId: item.required('price'), quantity: item.integer('quantity', { min: 1 }) ?? 1, ...discount };
}

/** Ends the schedule; the subscription continues unchanged. */
function release(call: Call): object {
  return shown(call.company, releaseSchedule(call.company, running(call), 'released'));
}

/** Ends the schedule and the subscription. */
function cancel(call: Call): object {
  const { subscriptionId } = running(call);
  const canceled = releaseSchedule(call.company, running(call), 'canceled');
  endSubscription(call.company, subscriptionId, 'immediately');
  return shown(call.company, canceled);
}
