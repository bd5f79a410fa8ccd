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
export const accountRoutes: Route[] = [['get', '/v1/account', retrieve]];

function retrieve({ company }: Call): object {
  return { ...account, id: currentSwitches(company.store).account ?? account.id };
}
