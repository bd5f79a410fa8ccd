import type { KnownPrice, PaymentResult, SubscriptionResult } from '../adapter.ts';
import { discountMoney, moneyOf } from '../money.ts';
import { planOf, planSold } from '../prices.ts';
import { boolean, type Fields, fields, first, fromIso, idOf, key, reader, text } from '../read.ts';
import type { Remark } from '../remarks.ts';
import { customerIdOf, userIdOf } from './subscription.ts';

const unpaidStatuses = ['draft', 'pending', 'void', 'failed'];
const paidStatuses = ['paid', 'refunded', 'partially_refunded'];

/** Whether the order states that it was paid; undefined if it states neither. */
export function isPaid(order: Fields): boolean | undefined {
  const status = text(order.status);
  if (status && paidStatuses.includes(status)) return true;
  if (status && unpaidStatuses.includes(status)) return false;
  return boolean(order.paid);
}

/** A charge failed: only then does an order wait for a retry, or is given up. */
export function hasFailed(order: Fields): boolean {
  return isVoid(order) || (isPaid(order) === false && fromIso(order.next_payment_attempt_at) !== undefined);
}

const isVoid = ({ status }: Fields) => status === 'void';

/** One-time purchases are `purchase`. An order without a reason is a purchase if it names no subscription. */
export function isPurchase(order: Fields): boolean {
  const reason = text(order.billing_reason);
  return reason ? reason === 'purchase' : subscriptionIdOf(order, []) === undefined;
}

interface PaymentOptions {
  failed: boolean;
  type: PaymentResult['type'];
  prices: readonly KnownPrice[];
  warnings: Remark[];
}

/** Polar's order as a payment keyed by the order's id, with tax; undefined if it has no usable id. */
export function toPayment(
  order: Fields,
  { failed, type, prices, warnings }: PaymentOptions,
): PaymentResult | undefined {
  const providerPaymentId = key(order.id);
  if (!providerPaymentId) return undefined;
  const priceId = key(order.product_id) ?? idOf(order.product);
  const metadataPlan = reader(fields(order.metadata), warnings)('plan', text);
  return {
    providerPaymentId,
    providerCustomerId: customerIdOf(order, warnings),
    providerSubscriptionId: subscriptionIdOf(order, warnings),
    userId: userIdOf(order, warnings),
    type,
    status: failed ? 'failed' : 'succeeded',
    amount: moneyOf(order, ['total_amount', 'amount'], warnings),
    amountDiscounted: discountMoney(order, order.discount_amount),
    description: first(text(fields(order.product).name), reader(order, warnings)('description', text)),
    priceId,
    ...(type === 'one_time'
      ? { plan: planOf(prices, { priceId, metadataPlan, warnings }) }
      : { plan: planSold(prices, priceId), ...periodOf(order) }),
    ...(failed && isVoid(order) && { writtenOff: 'voided' }),
  };
}

/** An order has no period of its own, so the subscription's is taken. */
function periodOf(order: Fields): Pick<PaymentResult, 'periodStart' | 'periodEnd'> {
  const { current_period_start, current_period_end } = fields(order.subscription);
  return { periodStart: fromIso(current_period_start), periodEnd: fromIso(current_period_end) };
}

/** A failed order turns its subscription past due. */
export function toFailedSubscription(order: Fields, warnings: Remark[]): SubscriptionResult | undefined {
  const providerSubscriptionId = subscriptionIdOf(order, warnings);
  if (!providerSubscriptionId) return undefined;
  const providerCustomerId = customerIdOf(order, warnings);
  return { kind: 'payment_failed', providerSubscriptionId, providerCustomerId, userId: userIdOf(order, warnings) };
}

function subscriptionIdOf(order: Fields, warnings: Remark[]): string | undefined {
  return reader(order, warnings)('subscription_id', key) ?? idOf(order.subscription);
}
