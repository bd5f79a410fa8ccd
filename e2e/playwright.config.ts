import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { browserArguments, browserPath } from './browser.ts';
import { type Options, WITH_EACH } from './fixtures.ts';

const others = ['beta', 'gamma'];
/** Of the others each landing plays one, in turn by the hour; with `PROVIDERS=all` both. Workers inherit the choice. */
process.env.PROVIDERS ||= others[Math.floor(Date.now() / 3_600_000) % others.length];
const providers = ['alpha', ...others.filter((name) => ['all', name].includes(process.env.PROVIDERS ?? ''))];

export default defineConfig<Options>({
  testDir: '.',
  outputDir: '.results',
  // Each worker has its own service: tests of one file can run in parallel.
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // On a shared machine a browser may stall; the summary lists the tests that passed after a retry.
  retries: process.env.CI ? 1 : 0,
  // Tests wait for the service about half of the time.
  workers: availableParallelism() + 1,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    // Traces make the tests a third slower; to get them: `npm run test:e2e -- --trace retain-on-failure`.
    screenshot: 'only-on-failure',
    locale: 'en-US',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: browserPath(), args: browserArguments },
  },
  // Our pages are the same for every provider: all tests run with the first provider; before a landing, tests that use a
  // provider's pages also run with the others.
  projects: providers.map((provider, index) => ({
    name: provider,
    use: { provider },
    ...(index > 0 ? { grep: new RegExp(WITH_EACH) } : {}),
  })),
});
