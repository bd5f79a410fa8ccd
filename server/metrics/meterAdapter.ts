import type { Adapter } from '../adapters/adapter.ts';
import type { ProviderCall } from './meters.ts';
import type { Metrics } from './metrics.ts';

/** The same adapter; every call to its provider is timed and counted. */
export function meterAdapter(adapter: Adapter, metrics: Metrics): Adapter {
  const { provider } = adapter;
  const timed = <Given extends unknown[], Result>(operation: string, call: (...given: Given) => Promise<Result>) => {
    metrics.expectProviderCalls(provider, operation);
    return async (...given: Given): Promise<Result> => {
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
  return {
    ...adapter,
    createCustomer: timed('create_customer', adapter.createCustomer),
    findCustomers: timed('find_customers', adapter.findCustomers),
    assignCustomer: timed('assign_customer', adapter.assignCustomer),
    changeCustomerAddress: timed('change_customer_address', adapter.changeCustomerAddress),
    createCheckout: timed('create_checkout', adapter.createCheckout),
    createPortal: timed('create_portal', adapter.createPortal),
    createPlanChange: timed('create_plan_change', adapter.createPlanChange),
    changeSubscription: timed('change_subscription', adapter.changeSubscription),
    fetchSubscription: timed('fetch_subscription', adapter.fetchSubscription),
    listSubscriptions: timed('list_subscriptions', adapter.listSubscriptions),
    fetchCheckout: timed('fetch_checkout', adapter.fetchCheckout),
    fetchCustomer: timed('fetch_customer', adapter.fetchCustomer),
    fetchPrice: timed('fetch_price', adapter.fetchPrice),
    fetchAccount: timed('fetch_account', adapter.fetchAccount),
  };
}
