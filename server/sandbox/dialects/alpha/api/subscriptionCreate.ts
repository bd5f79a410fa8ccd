import { liveCustomer } from '../../../core/customers.ts';
import { DAY_MS } from '../../../core/periods.ts';
import { createSubscription } from '../../../core/subscribe.ts';
import { subscriptionById } from '../../../core/subscription.ts';
import { scheduleCancel } from '../../../core/subscriptions.ts';
import { subscription } from '../objects/subscription.ts';
import type { Call } from './call.ts';
import { soldAt } from './catalogue.ts';
import { invalid } from './errors.ts';
import type { Parameters } from './parameters.ts';
import { chargeTo } from './paymentMethods.ts';

const known = [
  ...['customer', 'items', 'default_payment_method', 'payment_behavior', 'payment_settings', 'off_session', 'currency'],
  ...['trial_period_days', 'trial_end', 'trial_settings', 'metadata', 'collection_method', 'billing_mode'],
  'cancel_at_period_end',
];

const behaviors = {
  allow_incomplete: 'incomplete',
  default_incomplete: 'wait',
  error_if_incomplete: 'refuse',
} as const;
const names = ['allow_incomplete', 'default_incomplete', 'error_if_incomplete'] as const;

/**
 * POST /v1/subscriptions (docs.stripe.com/billing/subscriptions/overview): the buyer is not present to authenticate.
 */
export function create({ company, given }: Call): object {
  readFixed(given.only(...known));
  const customer = liveCustomer(company, given.required('customer'));
  const method = given.text('default_payment_method');
  if (method) chargeTo(company, customer.id, method);
  const trialEnd = readTrialEnd(given, company.clock.now());
  const ifUnpaid = behaviors[given.oneOf('payment_behavior', names) ?? 'allow_incomplete'];
  const hasCard = Boolean(method ?? customer.cardId);
  if (!hasCard && trialEnd === null && ifUnpaid !== 'wait') throw noCard();
  const [item, ...more] = given.items('items');
  if (!item || more.length > 0) throw invalid('The sandbox keeps one item in a subscription.', 'items');
  item.only('price', 'quantity');
  const end = given.hash('trial_settings').hash('end_behavior');
  const made = createSubscription(company, {
    customerId: customer.id,
    priceId: soldAt(company, item.required('price')).id,
    quantity: item.integer('quantity', { min: 1 }) ?? 1,
    trialEnd,
    metadata: given.metadata(),
    withoutCard: end.oneOf('missing_payment_method', ['create_invoice', 'cancel', 'pause']),
    ifUnpaid,
  });
  if (given.flag('cancel_at_period_end')) scheduleCancel(company, made.id, { via: 'api' });
  return subscription(company, subscriptionById(company, made.id));
}

/** Parameters that are accepted only with the value that the sandbox uses anyway. */
function readFixed(given: Parameters): void {
  given.oneOf('collection_method', ['charge_automatically']);
  given.hash('billing_mode').only('type').oneOf('type', ['flexible']);
  const settings = given.hash('payment_settings').only('save_default_payment_method', 'payment_method_types');
  settings.oneOf('save_default_payment_method', ['off', 'on_subscription']);
  if (settings.texts('payment_method_types').some((type) => type !== 'card')) {
    throw invalid('The sandbox knows cards.', 'payment_settings[payment_method_types]');
  }
}

function readTrialEnd(given: Parameters, now: number): number | null {
  const days = given.integer('trial_period_days', { min: 1, max: 730 });
  if (days !== undefined) return now + days * DAY_MS;
  if (given.text('trial_end') === 'now') return null;
  const at = given.integer('trial_end', { min: 0 });
  if (at !== undefined && at * 1000 <= now) throw invalid('Timestamp must be an integer in the future.', 'trial_end');
  return at === undefined ? null : at * 1000;
}

function noCard() {
  const message =
    'This customer has no attached payment source or default payment method. Please consider adding a default payment method.';
  return invalid(message, undefined, 'resource_missing');
}
