import type { Books } from '../../../core/books.ts';
import type { Portal, PortalFlow } from '../../../core/records.ts';
import { none, seconds } from './catalogue.ts';

export function configuration() {
  const listed = 1_767_225_600;
  return {
    id: 'bpc_sandbox',
    object: 'billing_portal.configuration',
    ...none('application default_return_url name'),
    active: true,
    business_profile: none('headline privacy_policy_url terms_of_service_url'),
    created: listed,
    features,
    is_default: true,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: {},
    updated: listed,
  };
}

const features = {
  customer_update: { allowed_updates: [], enabled: false },
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true, payment_method_configuration: null },
  subscription_cancel: {
    cancellation_reason: { enabled: false, feedback_options: [], options: [] },
    enabled: true,
    mode: 'at_period_end',
    proration_behavior: 'none',
  },
  subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
  subscription_update: {
    billing_cycle_anchor: null,
    default_allowed_updates: ['price'],
    enabled: true,
    products: [],
    proration_behavior: 'always_invoice',
    schedule_at_period_end: { conditions: [] },
    trial_update_behavior: 'continue_trial',
  },
};

export function portal(company: Books, of: Portal) {
  return {
    id: of.id,
    object: 'billing_portal.session',
    configuration: 'bpc_sandbox',
    created: seconds(of.createdAt),
    customer: of.customerId,
    customer_account: null,
    flow: of.flow && flow(of.flow),
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: of.returnUrl,
    url: `${company.publicUrl}/portal/${of.token}`,
  };
}

const types = {
  change: 'subscription_update_confirm',
  switch: 'subscription_update',
  cancel: 'subscription_cancel',
  card: 'payment_method_update',
} as const;

function flow(of: PortalFlow) {
  const redirect = of.doneUrl === null ? null : { return_url: of.doneUrl };
  return {
    type: types[of.kind],
    after_completion: { type: redirect ? 'redirect' : 'portal_homepage', redirect, hosted_confirmation: null },
    customer_update: null,
    subscription_cancel: of.kind === 'cancel' ? { subscription: of.subscriptionId, retention: null } : null,
    subscription_pause: null,
    subscription_update: of.kind === 'switch' ? { subscription: of.subscriptionId } : null,
    subscription_update_confirm:
      of.kind === 'change'
        ? { subscription: of.subscriptionId, items: [{ price: of.priceId, quantity: of.quantity }], discounts: null }
        : null,
  };
}
