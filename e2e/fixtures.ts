import { test as base, expect, type Page } from '@playwright/test';
import { billing } from './cli.ts';
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
  /** A page on which an operator is signed in, another one in every test. */
  asOperator: Page;
}

interface WorkerFixtures extends Options {
  service: RunningService;
}

/** Whoever signs up with one of these sees the operators' pages once the address is verified. */
const operators = Array.from({ length: 20 }, (_, index) => `operator-${index}@example.com`);

let people = 0;

async function signUp(page: Page, { name, email, password }: Person): Promise<void> {
  const response = await page.request.post('/api/auth/sign-up/email', { data: { name, email, password } });
  expect(response.ok()).toBe(true);
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  provider: ['alpha', { option: true, scope: 'worker' }],
  service: [
    async ({ provider }, use) => {
      const service = await startService({ PAYMENT_PROVIDER: provider, OPERATOR_EMAILS: operators.join() });
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
    await signUp(page, person);
    await use(page);
  },
  asOperator: async ({ page, person, service, provider }, use) => {
    const email = operators.pop();
    if (!email) throw new Error('There are more tests of operators than operators');
    await signUp(page, { ...person, email });
    billing(service, provider, 'verify', email);
    await use(page);
  },
});

export { expect };
