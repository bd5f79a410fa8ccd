import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
import type { RunningService } from './service.ts';

const PATIENCE = { timeout: 30_000 };
const READINESS_IS_REUSED_MS = 1_000;

/** The provider's key and secret that the service generated, since no settings contain them. */
export function secretsOf({ dataDir }: RunningService): { sandboxSecretKey: string; sandboxWebhookSecret: string } {
  return JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'));
}

/** Calls the sandbox's control API. */
export async function control<T>(service: RunningService, path: string, body: object = {}): Promise<T> {
  const response = await fetch(`${service.sandboxUrl}/_sandbox/${path}`, {
    method: 'POST',
    headers: { 'x-sandbox': '1', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

interface Books {
  subscriptions: {
    id: string;
    customerId: string;
    priceId: string;
    plan: string;
    interval: string;
    amount: number;
    currency: string;
    cancelAtPeriodEnd: boolean;
    status: string;
  }[];
  customers: { id: string; email: string }[];
}

/**
 * Runs an action on a subscription at the provider and drops its webhooks. First waits until earlier webhooks are
 * applied and refetches are done: a refetch for earlier events would find this action too.
 */
export async function unheard(service: RunningService, id: string, action: string): Promise<void> {
  await expect.poll(() => webhooksOnTheirWay(service), PATIENCE).toBe(0);
  await setTimeout(READINESS_IS_REUSED_MS);
  await expect.poll(() => questionsDue(service), PATIENCE).toBe(0);
  await control(service, 'switches', { seed: 1, drop: 1 });
  await control(service, `subscriptions/${id}/${action}`);
  await control(service, 'switches', { reset: true });
}

async function webhooksOnTheirWay(service: RunningService): Promise<number> {
  const response = await fetch(`${service.sandboxUrl}/_sandbox/state`, { headers: { 'x-sandbox': '1' } });
  return (await response.json()).pending;
}

async function questionsDue(service: RunningService): Promise<number> {
  const response = await fetch(`${service.url}/api/health`);
  return (await response.json()).refetches.waiting;
}

/** Reads the provider's own records. */
export async function readBooks(service: RunningService): Promise<Books> {
  const response = await fetch(`${service.sandboxUrl}/_sandbox/truth`, { headers: { 'x-sandbox': '1' } });
  return (await response.json()) as Books;
}

/** Creates a second subscription like this one for the same customer at the provider, without webhooks. */
export async function sellBeside(service: RunningService, id: string): Promise<{ id: string; customerId: string }> {
  const sold = (await readBooks(service)).subscriptions.find((each) => each.id === id);
  if (!sold) throw new Error(`The provider has no subscription ${id}`);
  const { customerId, priceId, ...rest } = sold;
  const at = Date.now();
  const subscription = { id: `${id}beside`, status: 'active', periodStart: at, periodEnd: at + 30 * 86_400_000 };
  const price = { ...rest, id: priceId, label: rest.plan };
  const fact = { id: `evt_${id}beside`, type: 'subscription.created', at, customer: { id: customerId }, price };
  await control(service, 'facts', { ...fact, subscription });
  return { id: subscription.id, customerId };
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
