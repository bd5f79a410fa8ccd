import { ORGANIZATION_ID } from '../ids.ts';

const CREATED_AT = '2026-01-01T00:00:00Z';

/** The shop. */
export const organization = {
  id: ORGANIZATION_ID,
  created_at: CREATED_AT,
  modified_at: null,
  name: 'Sandbox',
  slug: 'sandbox',
  avatar_url: null,
  proration_behavior: 'prorate',
  allow_customer_updates: true,
  email: null,
  website: null,
  socials: [],
  status: 'active',
  details_submitted_at: CREATED_AT,
  sso_enforced: false,
  default_presentment_currency: 'usd',
  // The sandbox charges no tax.
  default_tax_behavior: 'location',
  feature_settings: { seat_based_pricing_enabled: true },
  subscription_settings: {
    allow_multiple_subscriptions: true,
    proration_behavior: 'prorate',
    benefit_revocation_grace_period: 0,
    prevent_trial_abuse: false,
    allow_customer_updates: true,
  },
  customer_email_settings: {
    order_confirmation: true,
    subscription_cancellation: true,
    subscription_confirmation: true,
    subscription_cycled: true,
    subscription_cycled_after_trial: true,
    subscription_past_due: true,
    subscription_paused: true,
    subscription_resumed: true,
    subscription_renewal_reminder: true,
    subscription_revoked: true,
    subscription_trial_conversion_reminder: true,
    subscription_uncanceled: true,
    subscription_updated: true,
  },
  customer_portal_settings: {
    usage: { show: true },
    subscription: { update_seats: true, update_plan: true, pause: false },
  },
  account_id: null,
  payout_account_id: null,
  capabilities: {
    checkout_payments: true,
    subscription_renewals: true,
    payouts: true,
    refunds: true,
    api_access: true,
    dashboard_access: true,
  },
};
