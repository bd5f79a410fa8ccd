import { endSubscription } from '../../../core/ending.ts';
import { changePlan, type PlanSwitch } from '../../../core/planChange.ts';
import { liveSubscription, subscriptionById } from '../../../core/subscription.ts';
import { pause, pauseAtPeriodEnd, resume, revokeCancel, scheduleCancel } from '../../../core/subscriptions.ts';
import { withdrawPause } from '../../../core/terms.ts';
import { chargedSubscription } from '../objects/subscription.ts';
import type { Call, Route } from './call.ts';
import { invalid } from './errors.ts';
import type { Fields } from './fields.ts';
import { page, pageFields } from './page.ts';

export const subscriptionRoutes: Route[] = [
  ['get', '/v1/subscriptions', retrieve],
  ['get', '/v1/subscriptions/search', search],
  ['post', '/v1/subscriptions/:id', updateUnits],
  ['post', '/v1/subscriptions/:id/cancel', cancel],
  ['post', '/v1/subscriptions/:id/resume', resumeOrKeep],
  ['post', '/v1/subscriptions/:id/pause', pauseNow],
  ['post', '/v1/subscriptions/:id/upgrade', upgrade],
];

function retrieve({ company, query }: Call): object {
  const id = query.only('subscription_id').required('subscription_id');
  return chargedSubscription(company, subscriptionById(company, id));
}

function search({ company, query }: Call): object {
  query.only('customer_id', 'product_id', ...pageFields);
  const customer = query.text('customer_id');
  const product = query.text('product_id');
  const found = company.store
    .all('subscriptions')
    .filter(({ customerId }) => customer === undefined || customerId === customer)
    .filter(({ priceId }) => product === undefined || priceId === product);
  return page(found, query, (each) => chargedSubscription(company, each));
}

/** Without a mode, the store's setting decides; the sandbox cancels immediately. */
function cancel({ company, id, body }: Call): object {
  body.only('mode', 'onExecute');
  const mode = body.oneOf('mode', ['immediate', 'scheduled']) ?? 'immediate';
  const onExecute = body.oneOf('onExecute', ['cancel', 'pause']) ?? 'cancel';
  const { cancelAt } = liveSubscription(company, id);
  if (mode === 'immediate') endSubscription(company, id, 'immediately');
  else if (onExecute === 'pause') pauseAtPeriodEnd(company, id, null);
  else if (cancelAt === null) scheduleCancel(company, id, { via: 'api' });
  return show({ company, id });
}

/** Revokes a scheduled cancellation or pause, or resumes a paused subscription. */
function resumeOrKeep({ company, id, body }: Call): object {
  body.only();
  const { status, cancelAt, pauseAtPeriodEnd: pauses } = liveSubscription(company, id);
  if (cancelAt !== null) revokeCancel(company, id);
  else if (status === 'paused') resume(company, id);
  else if (pauses) withdrawPause(company, id);
  else throw invalid('Only a paused subscription or one with a scheduled end can be resumed.');
  return show({ company, id });
}

function pauseNow({ company, id, body }: Call): object {
  body.only();
  pause(company, id);
  return show({ company, id });
}

function upgrade({ company, id, body }: Call): object {
  body.only('product_id', 'update_behavior');
  const { quantity } = liveSubscription(company, id);
  changePlan(company, id, { priceId: body.required('product_id'), quantity, ...settlingOf(body) });
  return show({ company, id });
}

function updateUnits({ company, id, body }: Call): object {
  body.only('items', 'update_behavior');
  const before = liveSubscription(company, id);
  const [item, ...more] = body.objects('items');
  if (!item || more.length > 0) throw invalid('The sandbox keeps one item in a subscription.');
  item.only('id', 'product_id', 'units');
  if (item.required('id') !== before.itemId) throw invalid('The item does not belong to this subscription.');
  const quantity = item.integer('units', { min: 1 }) ?? before.quantity;
  const priceId = item.text('product_id') ?? before.priceId;
  changePlan(company, id, { priceId, quantity, ...settlingOf(body) });
  return show({ company, id });
}

const behaviors = ['proration-charge-immediately', 'proration-charge', 'proration-none'] as const;

/**
 * A change is charged immediately, and a remaining credit is refunded to the card: docs.creem.io, features,
 * subscriptions, managing. `proration-charge` is deprecated there and means the same. The page doesn't mention a
 * declined card: here the change is refused.
 */
function settlingOf(body: Fields): Pick<PlanSwitch, 'proration' | 'paysBack' | 'refusesUnpaid'> {
  const behavior = body.oneOf('update_behavior', behaviors);
  return { proration: behavior === 'proration-none' ? 'none' : 'now', paysBack: true, refusesUnpaid: true };
}

function show({ company, id }: Pick<Call, 'company' | 'id'>): object {
  return chargedSubscription(company, subscriptionById(company, id));
}
