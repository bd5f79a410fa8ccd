import { plan } from '../objects/catalogue.ts';
import type { Call, Route } from './call.ts';
import { missing } from './errors.ts';
import { page } from './page.ts';

/** What a copy of an account asks for and a shop here never has: lists that can be read, and are empty. */
const none = ['setup_intents', 'tax_ids', 'credit_notes', 'radar/early_fraud_warnings', 'payouts', 'tax_rates'];

export const emptyRoutes: Route[] = [
  ['get', '/v1/plans', listPlans],
  ['get', '/v1/plans/:id', retrievePlan],
  ...none.map((name): Route => ['get', `/v1/${name}`, ({ given }) => page([], given, { url: `/v1/${name}` })]),
];

/** The older name of recurring prices. */
const plansOf = ({ company }: Call) =>
  company.prices.filter(({ interval }) => interval !== 'one_time').map((price) => plan(price));

function listPlans(call: Call): object {
  return page(plansOf(call), call.given, { url: '/v1/plans', by: ['active', 'product'] });
}

function retrievePlan(call: Call): object {
  const found = plansOf(call).find(({ id }) => id === call.id);
  if (!found) throw missing('plan', call.id, 'plan');
  return found;
}
