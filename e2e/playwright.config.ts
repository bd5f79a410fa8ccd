import { defineConfig } from '@playwright/test';
import { browserArguments, browserPath } from './browser.ts';
import type { Options } from './fixtures.ts';

const providers = ['alpha', 'beta', 'gamma'];

export default defineConfig<Options>({
  testDir: '.',
  outputDir: '.results',
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    trace: 'retain-on-failure',
    locale: 'en-US',
    launchOptions: { executablePath: browserPath(), args: browserArguments },
  },
  projects: providers.map((provider) => ({ name: provider, use: { provider } })),
});
