import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { addCustomer } from '../../testing/app/rows.ts';
import { alphaEvent } from '../../testing/events/alphaObjects.ts';
import { explain } from './explain.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test("a customer without an address brings no stranger's delivery into the timeline", async () => {
  const ada = await app.signUp();
  await addCustomer(app, { id: ada.id, email: '' });
  const strangers = { id: 'in_of_a_stranger', object: 'invoice', customer: 'cus_of_a_stranger', description: '' };
  await app.deliver(alphaEvent('invoice.paid', strangers));
  const explained = await explain(app.deps.billing, ada.id);
  expect(explained?.timeline).toEqual([]);
});
