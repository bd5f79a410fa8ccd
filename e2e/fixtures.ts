import { test as base, expect, type Page } from '@playwright/test';
import { signInAsNew } from './people.ts';
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
  /** A page on which `person` is signed in, with a confirmed address. */
  signedIn: Page;
  /** The same, while the address is still to be confirmed. */
  unproven: Page;
  /** A page on which an operator is signed in; each test has a different operator. */
  asOperator: Page;
  /** The browser warnings and errors that this test allows: any other fails it. */
  expectedComplaints: RegExp[];
  complaints: undefined;
}

interface WorkerFixtures extends Options {
  service: RunningService;
}

/** A user with one of these addresses is an operator once it is verified. */
const operators = Array.from({ length: 20 }, (_, index) => `operator-${index}@example.com`);

export const WITH_EACH = '@each';
/** Runs with every provider, not only with the first; the others run before a landing. */
export const withEach = { tag: WITH_EACH };
/**
 * Runs only before a landing (`npm run test:e2e:slow`): repeats tests with other widths and languages, on all pages.
 */
export const onLanding = { tag: '@slow' };

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
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from this pattern
  expectedComplaints: async ({}, use) => use([]),
  complaints: [
    async ({ context, expectedComplaints, service }, use, info) => {
      const heard: string[] = [];
      context.on('console', (message) => {
        const isComplaint = message.type() === 'error' || message.type() === 'warning';
        if (isComplaint) heard.push(`${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (event) => heard.push(String(event.error().stack)));
      await use(undefined);
      // A handler of the test may still be busy with a request that nobody waits for.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
      if (info.status !== info.expectedStatus) console.error(service.complaints().join('\n'));
      const unexpected = heard.filter((text) => !expectedComplaints.some((pattern) => pattern.test(text)));
      expect(unexpected, 'complaints of the browser').toEqual([]);
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from this pattern
  person: async ({}, use, { workerIndex }) => {
    people += 1;
    const email = `person-${workerIndex}-${people}-${Date.now()}@example.com`;
    await use({ name: 'Ada Lovelace', email, password: 'correct horse battery' });
  },
  signedIn: async ({ page, person, service }, use) => {
    await signInAsNew(page, service, person);
    await use(page);
  },
  unproven: async ({ page, person }, use) => {
    await signUp(page, person);
    await use(page);
  },
  asOperator: async ({ page, person, service }, use) => {
    const email = operators.pop();
    if (!email) throw new Error('Too few operator addresses for these tests');
    await signInAsNew(page, service, { ...person, email });
    await use(page);
  },
});

export { expect };
