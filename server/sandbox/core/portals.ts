import type { Company } from './company.ts';
import { liveCustomer } from './customers.ts';
import { randomText } from './random.ts';
import type { Portal } from './records.ts';

const LIFE_MS = 3_600_000;

/** Creates a portal session for the customer, valid for an hour. */
export function createPortal(company: Company, input: Pick<Portal, 'customerId' | 'returnUrl' | 'flow'>): Portal {
  return company.act(() => {
    liveCustomer(company, input.customerId);
    const now = company.clock.now();
    const portal = { ...input, id: company.newId('portal'), token: randomText(40), createdAt: now };
    return company.store.put('portals', { ...portal, expiresAt: now + LIFE_MS });
  });
}
