import { addPrice, addProduct } from '../../../core/catalogue.ts';
import type { Company } from '../../../core/company.ts';
import { taxBehaviors } from '../../../options.ts';
import { price, product, productId } from '../objects/catalogue.ts';
import type { Call } from './call.ts';
import { invalid, missing } from './errors.ts';
import { mergeMetadata, type Parameters } from './parameters.ts';

/** Products of the options' plans, and products created over the API. */
export function productsOf({ prices, store }: Company) {
  const planned = prices.filter(({ made }) => !made).map((sold) => [productId(sold), product(sold)] as const);
  return [...new Map([...planned, ...store.all('products').map((made) => [made.id, product(made)] as const)]).values()];
}

export function makeProduct({ company, given }: Call): object {
  given.only('id', 'name', 'description', 'active', 'metadata');
  const id = given.text('id') ?? company.newId('product');
  if (productsOf(company).some((each) => each.id === id)) {
    throw invalid('Product already exists.', 'id', 'resource_already_exists');
  }
  const description = given.text('description') ?? null;
  const facts = { id, name: given.required('name'), description, active: given.flag('active') ?? true };
  return product(addProduct(company, { ...facts, metadata: given.metadata() }));
}

export function updateProduct({ company, id, given }: Call): object {
  given.only('name', 'description', 'active', 'metadata');
  const before = company.store.get('products', id);
  if (!before) throw missing('product', id);
  return product(
    company.store.update('products', id, {
      name: given.text('name') ?? before.name,
      description: given.text('description') ?? before.description,
      active: given.flag('active') ?? before.active,
      metadata: mergeMetadata(before.metadata, given.metadata()),
    }),
  );
}

export function makePrice({ company, given }: Call): object {
  given.only(
    ...['currency', 'unit_amount', 'product', 'product_data', 'recurring', 'lookup_key', 'transfer_lookup_key'],
    ...['active', 'metadata', 'nickname', 'tax_behavior'],
  );
  const amount = given.integer('unit_amount', { min: 0 });
  if (amount === undefined) throw invalid('Missing required param: unit_amount.', 'unit_amount', 'parameter_missing');
  const { id, name } = productFor(company, given);
  return price(
    addPrice(company, {
      label: given.text('nickname') ?? name,
      interval: intervalIn(given),
      amount,
      currency: given.required('currency'),
      product: id,
      lookupKey: lookupKeyIn(company, given),
      metadata: given.metadata(),
      active: given.flag('active') ?? true,
      taxBehavior: given.oneOf('tax_behavior', taxBehaviors),
    }),
  );
}

function productFor(company: Company, given: Parameters): { id: string; name: string } {
  const id = given.text('product');
  const found = productsOf(company).find((each) => each.id === id);
  if (id !== undefined && !found) throw invalid(`No such product: '${id}'`, 'product', 'resource_missing');
  if (found) return found;
  const data = given.hash('product_data').only('name', 'metadata');
  const facts = { id: company.newId('product'), name: data.required('name'), description: null, active: true };
  return addProduct(company, { ...facts, metadata: data.metadata() });
}

function intervalIn(given: Parameters): 'month' | 'year' | 'one_time' {
  if (!given.has('recurring')) return 'one_time';
  const recurring = given.hash('recurring').only('interval', 'interval_count', 'usage_type');
  recurring.oneOf('usage_type', ['licensed']);
  const interval = recurring.oneOf('interval', ['day', 'week', 'month', 'year']);
  if ((interval !== 'month' && interval !== 'year') || (recurring.integer('interval_count', { min: 1 }) ?? 1) > 1) {
    throw invalid('The sandbox bills by the month or by the year.', 'recurring[interval]');
  }
  return interval;
}

/** A lookup key belongs to one price; `transfer_lookup_key` moves it. */
function lookupKeyIn(company: Company, given: Parameters, own?: string): string | null {
  const key = given.text('lookup_key') || null;
  const taken = key && company.prices.find((each) => each.id !== own && price(each).lookup_key === key);
  if (taken && !given.flag('transfer_lookup_key')) {
    throw invalid(`A price (\`${taken.id}\`) already uses that lookup key.`, 'lookup_key');
  }
  if (taken) company.changePrice(taken.id, { lookupKey: null });
  return key;
}

export function updatePrice({ company, id, given }: Call): object {
  given.only('active', 'metadata', 'lookup_key', 'transfer_lookup_key', 'nickname');
  const before = company.knownPrice(id);
  if (!before) throw missing('price', id, 'price');
  return price(
    company.changePrice(id, {
      active: given.flag('active') ?? before.active,
      label: given.text('nickname') ?? before.label,
      ...(given.has('lookup_key') ? { lookupKey: lookupKeyIn(company, given, id) } : {}),
      metadata: mergeMetadata(before.metadata ?? {}, given.metadata()),
    }),
  );
}
