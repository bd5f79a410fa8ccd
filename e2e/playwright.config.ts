import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { browserArguments, browserPath } from './browser.ts';
import { type Options, WITH_EACH } from './fixtures.ts';

const providers = ['alpha', 'beta', 'gamma'];

export default defineConfig<Options>({
  testDir: '.',
  outputDir: '.results',
  // Each worker has a service of its own, so that tests of one file may run beside each other.
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // Where others use the machine too, a browser may stand still once; the closing lines name what needed a second try.
  retries: process.env.CI ? 1 : 0,
  // Pages wait for the service as much as they work.
  workers: availableParallelism() + 1,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    // A trace of every test costs a third of the time: `npm run test:e2e -- --trace retain-on-failure`.
    screenshot: 'only-on-failure',
    locale: 'en-US',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: browserPath(), args: browserArguments },
  },
  // Our pages are the same for every provider: all is tried with the first, and what meets its pages with each, on landing.
  projects: providers.map((provider, index) => ({
    name: provider,
    use: { provider },
    ...(index > 0 ? { grep: new RegExp(WITH_EACH) } : {}),
  })),
});
