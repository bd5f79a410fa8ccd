import type { Books } from '../../../core/books.ts';
import type { Portal } from '../../../core/records.ts';
import { iso } from '../time.ts';
import { customerOf } from './customer.ts';

/** A customer session: its URL opens that customer's portal without a sign-in. */
export function session(company: Books, of: Portal) {
  return {
    created_at: iso(of.createdAt),
    modified_at: null,
    id: of.id,
    token: `polar_cst_${of.token}`,
    expires_at: iso(of.expiresAt),
    return_url: of.returnUrl,
    customer_portal_url: `${company.publicUrl}/portal/${of.token}`,
    customer_id: of.customerId,
    customer: customerOf(company, of),
  };
}
