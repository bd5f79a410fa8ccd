import type { Books } from '../../../core/books.ts';
import { couponFor } from '../../../core/discounts.ts';
import type { Schedule, Subscription } from '../../../core/records.ts';
import { phaseEnd } from '../../../core/scheduledChange.ts';
import { none, seconds } from './catalogue.ts';
import { discountId } from './subscription.ts';

export function schedule(company: Books, of: Schedule, running: Subscription) {
  const { periodStart, periodEnd: end, pendingUpdate } = running;
  const status = statusOf(of, running);
  const isActive = status === 'active';
  const over = (of.began ?? []).filter((began) => began.periodEnd <= periodStart);
  const past = over.map((began) => phase(company, began, { start: began.periodStart, end: began.periodEnd }));
  const discounts = couponFor(company, running) ? [discountOf(running)] : [];
  const begun = [...past, phase(company, running, { start: periodStart, end, discounts })];
  return {
    id: of.id,
    object: 'subscription_schedule',
    ...none('application customer_account test_clock'),
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    canceled_at: status === 'canceled' ? seconds(of.endedAt ?? running.endedAt) : null,
    completed_at: status === 'completed' ? seconds(running.endedAt) : null,
    created: seconds(of.createdAt),
    current_phase: isActive ? { end_date: seconds(end), start_date: seconds(periodStart) } : null,
    customer: running.customerId,
    default_settings: defaults,
    end_behavior: of.endBehavior ?? 'release',
    livemode: false,
    metadata: of.metadata ?? {},
    pause_schedules: [],
    phases: pendingUpdate
      ? [
          ...begun,
          phase(company, pendingUpdate, {
            start: end,
            end: phaseEnd(company, running, pendingUpdate.priceId),
            discounts: pendingUpdate.discount === null ? [] : discounts,
          }),
        ]
      : begun,
    released_at: of.status === 'released' ? seconds(of.endedAt) : null,
    released_subscription: of.status === 'released' ? of.subscriptionId : null,
    status,
    subscription: isActive ? of.subscriptionId : null,
  };
}

/** The subscription's end is the schedule's. */
function statusOf({ status }: Schedule, { endedAt, endReason }: Subscription): Schedule['status'] | 'completed' {
  if (status !== 'active' || endedAt === null) return status;
  return endReason === 'period_end' ? 'completed' : 'canceled';
}

const defaults = {
  ...none('application_fee_percent billing_thresholds collection_method default_payment_method description'),
  ...none('on_behalf_of transfer_data'),
  automatic_tax: { ...none('disabled_reason liability'), enabled: false },
  billing_cycle_anchor: 'automatic',
  invoice_settings: {
    ...none('account_tax_ids custom_fields days_until_due description footer'),
    issuer: { type: 'self' },
  },
};

type Sold = Pick<Subscription, 'priceId' | 'quantity'>;

const discountOf = ({ id }: Subscription) => ({ coupon: null, discount: discountId(id), promotion_code: null });

interface Bounds {
  start: number;
  end: number;
  discounts?: object[];
}

function phase(company: Books, { priceId, quantity }: Sold, { start, end, discounts = [] }: Bounds) {
  const item = { ...none('billing_thresholds'), discounts: [], metadata: {}, price: priceId, quantity, tax_rates: [] };
  return {
    ...none('application_fee_percent billing_cycle_anchor billing_thresholds collection_method'),
    ...none('default_payment_method description invoice_settings on_behalf_of transfer_data trial_end'),
    add_invoice_items: [],
    currency: company.price(priceId).currency.toLowerCase(),
    discounts,
    end_date: seconds(end),
    items: [{ ...item, plan: priceId }],
    metadata: {},
    proration_behavior: 'create_prorations',
    start_date: seconds(start),
  };
}
