import type { Company } from '../../../core/company.ts';
import { taxBehaviors } from '../../../options.ts';
import { currentSwitches } from '../../../webhooks/outbox.ts';
import { none } from '../objects/catalogue.ts';
import type { Call, Route } from './call.ts';

const account = {
  id: 'acct_sandbox',
  object: 'account',
  country: 'US',
  default_currency: 'usd',
  charges_enabled: true,
  details_submitted: true,
  email: null,
  payouts_enabled: true,
  settings: {
    branding: none('icon logo primary_color secondary_color'),
    card_payments: none(
      'statement_descriptor_prefix statement_descriptor_prefix_kana statement_descriptor_prefix_kanji',
    ),
    dashboard: { display_name: 'Sandbox', timezone: 'Etc/UTC' },
    payments: none(
      'statement_descriptor statement_descriptor_kana statement_descriptor_kanji statement_descriptor_prefix_kana statement_descriptor_prefix_kanji',
    ),
  },
  type: 'standard',
};

/** The account that the secret key belongs to. */
export const accountRoutes: Route[] = [
  ['get', '/v1/account', retrieve],
  ['get', '/v1/tax/settings', ({ company }) => taxSettings(company)],
  ['post', '/v1/tax/settings', updateTaxSettings],
];

function retrieve({ company }: Call): object {
  return { ...account, id: currentSwitches(company.store).account ?? company.options.account ?? account.id };
}

/** Which tax behaviour a price has that doesn't say; null until it is set. */
function taxSettings({ store }: Company): object {
  const address = { ...none('city line1 line2 postal_code state'), country: 'US' };
  return {
    object: 'tax.settings',
    defaults: { provider: 'stripe', tax_behavior: store.get('taxDefaults', 'tax')?.behavior ?? null, tax_code: null },
    head_office: { address },
    livemode: false,
    status: 'active',
    status_details: { active: {} },
  };
}

function updateTaxSettings({ company, given }: Call): object {
  const defaults = given.only('defaults').hash('defaults').only('tax_behavior');
  const behavior = defaults.oneOf('tax_behavior', [...taxBehaviors, 'inferred_by_currency']);
  if (behavior) company.store.put('taxDefaults', { id: 'tax', behavior });
  return taxSettings(company);
}
