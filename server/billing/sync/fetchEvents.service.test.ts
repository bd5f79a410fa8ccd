import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { alphaCustomer, alphaEvent, alphaSubscription } from '../../testing/events/alphaObjects.ts';
import { fetchEvents } from './fetchEvents.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('an event that came before its customer is told as it stands once all are in', async () => {
  const subscription = alphaSubscription('sub_1', undefined, { customer: 'cus_1' });
  const events = [
    alphaEvent('customer.subscription.created', subscription),
    alphaEvent('customer.created', alphaCustomer('cus_1', 'u_1'), 1),
  ];
  const { billing } = app.deps;
  const items = events.map((event) => ({ body: JSON.stringify(event), headers: {} }));
  const adapter = { ...billing.adapter, listEvents: async () => ({ items }) };
  const options = { adapter, since: new Date(0), signal: new AbortController().signal };
  const fetched = await fetchEvents(billing, options);
  expect(fetched.events.map(({ type, outcome, why }) => [type, outcome, why])).toEqual([
    ['customer.subscription.created', 'applied', null],
    ['customer.created', 'applied', null],
  ]);
});
