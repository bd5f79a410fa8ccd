import { test as base, expect, type Page } from '@playwright/test';
import { proveAddress } from './mailbox.ts';
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
  /** What the browser may complain of in this test: any other warning or error fails it. */
  expectedComplaints: RegExp[];
  complaints: undefined;
}

interface WorkerFixtures extends Options {
  service: RunningService;
}

/** Whoever signs up with one of these sees the operators' pages once the address is verified. */
const operators = Array.from({ length: 20 }, (_, index) => `operator-${index}@example.com`);

export const WITH_EACH = '@each';
/** Runs with every provider, not only with the first; with the others on landing. */
export const withEach = { tag: WITH_EACH };
/** Runs on landing only (`npm run test:e2e:slow`): the same again at other widths, in other languages, on all pages. */
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
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are asked for from this pattern
  expectedComplaints: async ({}, use) => use([]),
  complaints: [
    async ({ context, expectedComplaints }, use) => {
      const heard: string[] = [];
      context.on('console', (message) => {
        const isComplaint = message.type() === 'error' || message.type() === 'warning';
        if (isComplaint) heard.push(`${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (event) => heard.push(String(event.error().stack)));
      await use(undefined);
      const unexpected = heard.filter((text) => !expectedComplaints.some((pattern) => pattern.test(text)));
      expect(unexpected, 'complaints of the browser').toEqual([]);
    },
    { auto: true },
  ],
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
  asOperator: async ({ page, person, service }, use) => {
    const email = operators.pop();
    if (!email) throw new Error('There are more tests of operators than operators');
    await signUp(page, { ...person, email });
    await proveAddress(page, service, email);
    await use(page);
  },
});

export { expect };
