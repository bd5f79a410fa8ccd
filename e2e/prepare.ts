import { expect, type Page } from '@playwright/test';
import { billing } from './cli.ts';
import { makeCode } from './codes.ts';
import { cards, control } from './sandbox.ts';
import { PASSWORD } from './seeded.ts';
import type { RunningService } from './service.ts';
import { endNow, forgetSession, subscribe } from './steps.ts';

/** Creates the records that the seed cannot create, because the provider must have them too. */
export async function prepare(page: Page, service: RunningService): Promise<void> {
  const signUp = async (name: string) => {
    await forgetSession(page);
    const data = { name: `Ada ${name}`, email: `${name}@example.com`, password: PASSWORD };
    expect((await page.request.post('/api/auth/sign-up/email', { data })).ok()).toBe(true);
  };
  await signUp('granted');
  billing(service, 'alpha', 'verify', 'granted@example.com');
  billing(
    service,
    'alpha',
    ...['grant', 'granted@example.com', '--plan', 'enterprise', '--days', '30'].concat(
      '--reason',
      'After the long outage of last week',
    ),
  );
  await signUp('scheduled');
  await buyWithoutTrial(page, service);
  const change = { data: { plan: 'starter' } };
  expect((await page.request.post('/api/payments/change', change)).ok()).toBe(true);
  await signUp('changing');
  await buyWithoutTrial(page, service);
  await signUp('seats');
  await subscribe(page, service, { plan: 'enterprise', quantity: 5 });
  await makeCode(service, 'alpha');
  await signUp('discount');
  await pay(page, service, { data: { plan: 'pro' }, how: { number: cards.good, code: 'FIFTH' } });
  await signUp('awaiting');
  await subscribe(page, service, { plan: 'starter' });
  await endNow(page, service);
  await pay(page, service, { data: { plan: 'starter' }, how: { number: 'bank_debit' } });
  await signUp('once');
  await pay(page, service, { data: { plan: 'pro', interval: 'one_time' }, how: { number: cards.good } });
  await control(service, 'settle');
  billing(service, 'alpha', 'reconcile');
}

/** Five seats, as whoever may pay for it. */
export async function buyForOrganisation(page: Page, service: RunningService): Promise<void> {
  const data = { plan: 'enterprise', quantity: 5 };
  const headers = { 'x-owner': 'org' };
  const answer = await page.request.post('/api/payments/checkout', { data, headers });
  const { sessionId } = await answer.json();
  await control(service, `checkouts/${sessionId}/pay`, { number: cards.good });
  await control(service, 'settle');
}

async function pay(
  { request }: Page,
  service: RunningService,
  { data, how }: { data: object; how: object },
): Promise<void> {
  const { sessionId } = await (await request.post('/api/payments/checkout', { data })).json();
  await control(service, `checkouts/${sessionId}/pay`, how);
}

/** Buys Pro without a trial: a person's second subscription has none. */
async function buyWithoutTrial(page: Page, service: RunningService): Promise<void> {
  await subscribe(page, service, { plan: 'starter' });
  await endNow(page, service);
  await subscribe(page, service, { plan: 'pro' });
}
