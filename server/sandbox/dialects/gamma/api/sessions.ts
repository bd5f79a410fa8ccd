import { createPortal } from '../../../core/portals.ts';
import { customerByExternalId } from '../objects/customer.ts';
import { session } from '../objects/session.ts';
import type { Call, Route } from './call.ts';
import { namedCustomer } from './customers.ts';
import { unusable } from './errors.ts';

export const sessionRoutes: Route[] = [['post', '/v1/customer-sessions/', create, 201]];

function create(call: Call): object {
  const { company, body } = call;
  const { id } = body.has('customer_id') ? namedCustomer(company, body) : externalCustomer(call);
  const returnUrl = body.address('return_url') ?? null;
  return session(company, createPortal(company, { customerId: id, returnUrl, flow: null }));
}

/** The customer of the body's external id. */
export function externalCustomer({ company, body }: Pick<Call, 'company' | 'body'>) {
  const externalId = body.text('customer_external_id') ?? body.required('external_customer_id');
  const found = customerByExternalId(company, externalId);
  if (!found) throw unusable(['body', 'external_customer_id'], 'Customer does not exist.', externalId);
  return found;
}
