/** Minimal objects of alpha's events, for user `u_<name>`. */

export const bareCustomer = (name: string, more: object = {}) => ({
  id: `cus_${name}`,
  email: `${name}@example.com`,
  metadata: { userId: `u_${name}` },
  ...more,
});

export const bareSubscription = (name: string, more: object = {}) => ({
  id: `sub_${name}`,
  status: 'active',
  customer: `cus_${name}`,
  metadata: { userId: `u_${name}` },
  ...more,
});

/** A paid invoice; `more` overrides fields. */
export const bareInvoice = (name: string, more: object = {}) => ({
  id: `in_${name}`,
  customer: `cus_${name}`,
  subscription: `sub_${name}`,
  amount_paid: 990,
  currency: 'usd',
  metadata: { userId: `u_${name}` },
  ...more,
});
