import { expect, test } from 'vitest';
import { pro } from './sample.ts';
import { offersOf } from './structuredData.ts';

const list = { selling: true, currency: 'usd', oneTimeDays: 365, pauseKeepsAccess: false, names: {}, plans: [pro] };
const seller = { language: 'de', brand: 'Acme', address: 'https://acme.example/pricing' } as const;

test('a plan is a product, and each price that is sold an offer', () => {
  const plan = {
    ...pro,
    prices: { month: '9.90', year: null, one_time: '99.00' },
    taxIncluded: { month: true, year: null, one_time: null },
  };
  const data = offersOf({ ...list, plans: [plan, { ...pro, name: 'free', purchasable: false }] }, seller);
  const offer = { '@type': 'Offer', priceCurrency: 'USD', availability: 'https://schema.org/InStock' };
  const terms = { '@type': 'UnitPriceSpecification', priceCurrency: 'USD' };
  expect(data).toEqual({
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Product',
        name: 'Pro',
        brand: { '@type': 'Brand', name: 'Acme' },
        offers: [
          {
            ...offer,
            url: 'https://acme.example/pricing?plan=pro',
            price: '9.90',
            priceSpecification: { ...terms, price: '9.90', valueAddedTaxIncluded: true, billingDuration: 'P1M' },
          },
          {
            ...offer,
            url: 'https://acme.example/pricing?plan=pro&interval=one_time',
            price: '99.00',
            priceSpecification: { ...terms, price: '99.00' },
          },
        ],
      },
    ],
  });
});

test('nothing is in stock while nothing is sold', () => {
  expect(JSON.stringify(offersOf({ ...list, selling: false }, seller))).toContain('OutOfStock');
});
