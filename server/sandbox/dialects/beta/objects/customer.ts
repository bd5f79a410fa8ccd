import type { Customer } from '../../../core/records.ts';
import { iso } from './product.ts';

export function customer(of: Customer) {
  return {
    id: of.id,
    object: 'customer',
    email: of.email,
    name: of.name,
    country: 'US',
    ...(of.externalId === null ? {} : { external_id: of.externalId }),
    ...(Object.keys(of.metadata).length === 0 ? {} : { metadata: of.metadata }),
    created_at: iso(of.createdAt),
    updated_at: iso(of.updatedAt),
    mode: 'test',
  };
}
