import type { Company } from './company.ts';
import type { Price, Product } from './records.ts';

export type NewPrice = Pick<Price, 'label' | 'interval' | 'amount' | 'currency' | 'trialDays'> &
  Partial<Pick<Price, 'product' | 'lookupKey' | 'metadata' | 'active' | 'taxBehavior'>>;

/** Adds a price to those from the options. Its plan is its product. */
export function addPrice(company: Company, input: NewPrice): Price {
  const id = company.newId('price');
  const made = { made: true, createdAt: company.clock.now() } as const;
  return company.store.put('prices', { ...input, ...made, id, plan: input.product ?? id });
}

export function addProduct(company: Company, input: Omit<Product, 'createdAt'>): Product {
  return company.store.put('products', { ...input, createdAt: company.clock.now() });
}
