import type { Books } from '../../../core/books.ts';
import type { Portal, PortalFlow } from '../../../core/records.ts';
import { seconds } from './catalogue.ts';

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
    subscription_cancel: of.kind === 'cancel' ? { subscription: of.subscriptionId, retention: null } : null,
    subscription_update: of.kind === 'switch' ? { subscription: of.subscriptionId } : null,
    subscription_update_confirm:
      of.kind === 'change'
        ? { subscription: of.subscriptionId, items: [{ price: of.priceId, quantity: of.quantity }], discounts: null }
        : null,
  };
}
