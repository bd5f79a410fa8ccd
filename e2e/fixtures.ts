import { test as base, expect, type Page } from '@playwright/test';
import { type RunningService, startService } from './service.ts';

export interface Options {
  provider: string;
}

export interface Person {
  name: string;
  email: string;
  password: string;
}

interface Fixtures {
  person: Person;
  /** A page on which `person` is signed in. */
  signedIn: Page;
}

interface WorkerFixtures extends Options {
  service: RunningService;
}

/** Whoever signs up with this address sees the operators' pages. */
export const operator: Person = {
  name: 'Olga Operator',
  email: 'operator@example.com',
  password: 'correct horse battery',
};

let people = 0;

export const test = base.extend<Fixtures, WorkerFixtures>({
  provider: ['alpha', { option: true, scope: 'worker' }],
  service: [
    async ({ provider }, use) => {
      const service = await startService({ PAYMENT_PROVIDER: provider, OPERATOR_EMAILS: operator.email });
      await use(service);
      await service.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ service }, use) => use(service.url),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are asked for from this pattern
  person: async ({}, use, { workerIndex }) => {
    people += 1;
    const email = `person-${workerIndex}-${people}-${Date.now()}@example.com`;
    await use({ name: 'Ada Lovelace', email, password: 'correct horse battery' });
  },
  signedIn: async ({ page, person }, use) => {
    const { name, email, password } = person;
    const response = await page.request.post('/api/auth/sign-up/email', { data: { name, email, password } });
    expect(response.ok()).toBe(true);
    await use(page);
  },
});

export { expect };
