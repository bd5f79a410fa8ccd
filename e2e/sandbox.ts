import type { Page } from '@playwright/test';
import type { RunningService } from './service.ts';

/** A call of the sandbox's control API. */
export async function control<T>(service: RunningService, path: string, body: object = {}): Promise<T> {
  const response = await fetch(`${service.sandboxUrl}/_sandbox/${path}`, {
    method: 'POST',
    headers: { 'x-sandbox': '1', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

export const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  authenticates: '4000002500003155',
  failsLater: '4000000000000341',
};

/** Fills a card form of the provider's pages and sends it. */
export async function payWith(
  page: Page,
  number: string,
  send: RegExp = /^(pay|subscribe|start trial)/i,
): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel(/expir/i).fill('12 / 34');
  await page.getByLabel(/cvc|security code/i).fill('123');
  await page.getByRole('button', { name: send }).click();
}
