import { endSubscription } from '../../../core/ending.ts';
import type { Subscription } from '../../../core/records.ts';
import { Refusal } from '../../../core/refusal.ts';
import { pauseWithCredit, resumeAnew } from '../../../core/resume.ts';
import { isEnded, liveSubscription, subscriptionById } from '../../../core/subscription.ts';
import { item, subscription } from '../objects/subscription.ts';
import type { Call, Route } from './call.ts';
import { invalid, missing } from './errors.ts';
import { page } from './page.ts';
import { create } from './subscriptionCreate.ts';
import { updateSubscription } from './subscriptionUpdate.ts';

const statuses = [
  ...['active', 'trialing', 'past_due', 'unpaid', 'canceled', 'incomplete', 'incomplete_expired', 'paused'],
  ...['all', 'ended'],
] as const;

export const subscriptionRoutes: Route[] = [
  ['get', '/v1/subscriptions', list],
  ['post', '/v1/subscriptions', create],
  ['get', '/v1/subscription_items', listItems],
  ['get', '/v1/subscriptions/:id', retrieve],
  ['post', '/v1/subscriptions/:id', updateSubscription],
  ['delete', '/v1/subscriptions/:id', cancel],
  ['post', '/v1/subscriptions/:id/pause', pauseNow],
  ['post', '/v1/subscriptions/:id/resume', resumeNow],
];

function retrieve({ company, id }: Call): object {
  return subscription(company, subscriptionById(company, id));
}

/** Without a status filter, canceled subscriptions are left out. */
function list({ company, given }: Call): object {
  const customer = given.text('customer');
  if (customer !== undefined && !company.store.get('customers', customer)) {
    throw new Refusal('not_found', `No such customer: '${customer}'`, 'customer');
  }
  const price = given.text('price');
  const status = given.oneOf('status', statuses);
  const found = company.store
    .all('subscriptions')
    .filter(({ customerId }) => customer === undefined || customerId === customer)
    .filter((candidate) => (price === undefined || candidate.priceId === price) && statusMatches(candidate, status))
    .map((each) => subscription(company, each));
  return page(found, given, { url: '/v1/subscriptions', by: ['customer'], also: ['price', 'status'] });
}

function listItems({ company, given }: Call): object {
  const found = subscriptionById(company, given.required('subscription'));
  return page([item(company, found)], given, { url: '/v1/subscription_items', by: ['subscription'] });
}

function statusMatches(candidate: Subscription, status: string | undefined): boolean {
  if (status === 'all') return true;
  if (status === undefined) return candidate.status !== 'canceled';
  return status === 'ended' ? isEnded(candidate) : candidate.status === status;
}

/** Answers that the subscription doesn't exist when it is already canceled, as the company does. */
function cancel({ company, id, given }: Call): object {
  given.only('invoice_now', 'prorate', 'cancellation_details');
  if (given.flag('invoice_now') || given.flag('prorate'))
    throw invalid('The sandbox ends without a last bill.', 'prorate');
  if (isEnded(subscriptionById(company, id))) throw missing('subscription', id);
  return subscription(company, endSubscription(company, id, 'immediately'));
}

/** Credits unused time, unless told otherwise. */
function pauseNow({ company, id, given }: Call): object {
  given.only('type', 'bill_for', 'invoicing_behavior');
  given.oneOf('invoicing_behavior', ['pending_invoice_item']);
  if (liveSubscription(company, id).extra.scheduleId)
    throw invalid('Cannot pause a subscription with an attached schedule.');
  const from = given.hash('bill_for').hash('unused_time_from').oneOf('type', ['now', 'none']);
  return subscription(company, pauseWithCredit(company, id, from !== 'none'));
}

/** By default no payment is attempted, and the subscription stays paused until its invoice is paid. */
function resumeNow({ company, id, given }: Call): object {
  given.only('billing_cycle_anchor', 'proration_behavior', 'proration_date', 'payment_behavior');
  const behaviors = ['resume_on_payment_attempt', 'resume_on_payment_success'] as const;
  const anchor = given.hash('billing_cycle_anchor').oneOf('type', ['now', 'unchanged']);
  if (anchor === 'unchanged') throw invalid('The sandbox resumes with a new period.', 'billing_cycle_anchor');
  resumeAnew(company, id, given.oneOf('payment_behavior', behaviors) === 'resume_on_payment_success');
  return subscription(company, subscriptionById(company, id));
}
