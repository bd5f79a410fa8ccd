import type { Adapter } from '../adapters/adapter.ts';
import type { ProviderCall } from './meters.ts';
import type { Metrics } from './metrics.ts';

/** Members that are not metered; the service itself never uses `diagnosis`. */
type Known =
  | 'moneyLists'
  | 'provider'
  | 'signatureHeader'
  | 'findsBuyersByAddress'
  | 'reconcileRate'
  | 'changes'
  | 'diagnosis';
type Pure = 'validateWebhook' | 'processWebhookEvent' | 'toEvent';

/** The metric names of all calls to the provider. */
const OPERATIONS: Record<Exclude<keyof Adapter, Known | Pure>, string> = {
  createCustomer: 'create_customer',
  findCustomers: 'find_customers',
  findCustomersOf: 'find_customers_of',
  assignCustomer: 'assign_customer',
  changeCustomerAddress: 'change_customer_address',
  createCheckout: 'create_checkout',
  createPortal: 'create_portal',
  previewChange: 'preview_change',
  trialEndAfter: 'trial_end',
  changeSubscription: 'change_subscription',
  expandEvent: 'expand_event',
  listEvents: 'list_events',
  fetchSubscription: 'fetch_subscription',
  listSubscriptions: 'list_subscriptions',
  fetchCheckout: 'fetch_checkout',
  endCheckout: 'end_checkout',
  listCharges: 'list_charges',
  listAccountSubscriptions: 'list_account_subscriptions',
  listAccountCustomers: 'list_account_customers',
  listMoney: 'list_money',
  fetchCharge: 'fetch_charge',
  refundCharge: 'refund_charge',
  fetchCustomer: 'fetch_customer',
  fetchPrice: 'fetch_price',
  fetchAccount: 'fetch_account',
  fetchPaymentLink: 'fetch_payment_link',
  fetchCardPrints: 'fetch_card_prints',
  foreignPlan: 'foreign_plan',
};

type Call = (...given: unknown[]) => Promise<unknown>;

/** Returns the adapter with timing and counting of every call to its provider. */
export function meterAdapter(adapter: Adapter, metrics: Metrics): Adapter {
  const { provider } = adapter;
  const timed = (operation: string, call: Call): Call => {
    metrics.expectProviderCalls(provider, operation);
    return async (...given) => {
      const begun = performance.now();
      const done = (outcome: ProviderCall['outcome']) =>
        metrics.observeProviderCall({ provider, operation, outcome, seconds: (performance.now() - begun) / 1000 });
      try {
        const result = await call(...given);
        done('ok');
        return result;
      } catch (error) {
        done('error');
        throw error;
      }
    };
  };
  const calls = Object.entries(OPERATIONS).flatMap(([name, operation]) => {
    const call: Call | undefined = Reflect.get(adapter, name);
    return call ? [[name, timed(operation, call)] as const] : [];
  });
  return { ...adapter, ...Object.fromEntries(calls) };
}
