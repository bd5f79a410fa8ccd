/** What events are about, of those that the company publishes. */
const resources = new Set(
  [
    'account application_fee apps balance balance_settings billing billing_portal capability cash_balance',
    'charge checkout climate coupon credit_note customer customer_cash_balance_transaction entitlements file',
    'financial_connections identity invoice invoice_payment invoiceitem issuing_authorization issuing_card',
    'issuing_cardholder issuing_dispute issuing_personalization_design issuing_token issuing_transaction',
    'mandate payment_intent payment_link payment_method payout person plan price product promotion_code quote',
    'radar refund reporting reserve review setup_intent sigma source subscription_schedule tax tax_rate',
    'terminal test_helpers three_d_secure topup transfer treasury',
  ].flatMap((line) => line.split(' ')),
);

/** Whether an endpoint may ask for an event of this name; names of thin events begin with their version. */
export function knowsEvent(name: string): boolean {
  const [resource = '', ...rest] = name.replace(/^v\d\./, '').split('.');
  return name === '*' || (resources.has(resource) && rest.length > 0);
}
