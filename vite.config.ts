import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './server/testing/run/longestFirst.ts';

const everywhere = '{server,prisma,client}/**/*';
/** Nothing takes so long but on a machine that has much else to do. */
const patient = { testTimeout: 240_000, hookTimeout: 240_000 };
/** After the tests without: they have another number of workers. */
const withDatabase = {
  globalSetup: ['server/testing/run/globalSetup.ts'],
  sequence: { groupOrder: 1 },
  ...patient,
};

/** Small parts that the plans page shares with others: one file instead of a dozen, which compresses better. */
const ofFirstPage =
  /client\/(router|format|hooks\/use(Live|Way|Checkout|Leaving|Plan)\b|text\/useText|views\/(seats|withTax|statement\/(line|points|offer|columns))\b|components\/(line|plans\/seats|ui\/(Icon|Page|Heading|Spinner)))/;

export default defineConfig({
  root: 'client',
  plugins: [react()],
  // Files find each other wherever the site lives; `clientBuild.ts` says where that is.
  base: './',
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    manifest: true,
    // Browsers that lack modulepreload load the same files a little later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'first', test: ofFirstPage, minShareCount: 2 }] } },
    },
  },
  server: {
    // The Host header stays as the browser sent it: sessions and origin checks depend on it.
    proxy: Object.fromEntries(
      ['/api', '/brand.css', '/icon'].map((path) => [path, { target: 'http://127.0.0.1:3000', changeOrigin: false }]),
    ),
  },
  test: {
    root: '.',
    environment: 'node',
    // A developer's .env file is none of the tests' business.
    env: { ENV_FILE: '' },
    // Most wait for a database or a process: a core has more to do than one of them gives it.
    maxWorkers: availableParallelism() + 1,
    setupFiles: ['server/testing/run/setup.ts'],
    // Compiled modules are kept between projects and runs, by content.
    experimental: { fsModuleCache: true },
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 30_000,
    coverage: {
      provider: 'v8',
      include: ['server/**/*.ts', 'prisma/*.ts', 'client/views/*.ts'],
      // What runs in processes of its own only, what tests tests with, and what is generated.
      exclude: [
        '**/*.test.ts',
        '**/{testing,fixtures,generated,bench,examples}/**',
        '**/testing.ts',
        '**/*Command.ts',
        '**/main.ts',
      ],
      reporter: ['json-summary'],
      reportOnFailure: true,
      reportsDirectory: 'coverage',
      // What the unit tests alone reach, a little less: the service tests only add to it.
      thresholds: {
        statements: 54,
        branches: 61,
        'server/adapters/**': { statements: 95, branches: 95 },
        'server/sandbox/**': { statements: 92, branches: 81 },
        'client/views/**': { statements: 90, branches: 90 },
      },
    },
    projects: [
      // Pure, or a server on loopback at most: seconds. No file may leave anything behind, since all share one process.
      {
        extends: true,
        test: {
          name: 'unit',
          include: [`${everywhere}.test.{ts,tsx}`],
          exclude: [`${everywhere}.{service,slow}.test.ts`],
          isolate: false,
          // Room for the many short-lived values of random tests: fewer garbage collections.
          execArgv: ['--max-semi-space-size=64'],
        },
      },
      // With PostgreSQL and HTTP: what decides a change.
      {
        extends: true,
        test: { name: 'service', include: [`${everywhere}.service.test.ts`], isolate: false, ...withDatabase },
      },
      // Faults, large data, processes, and the whole of what the others take a sample of: before landing.
      {
        extends: true,
        test: {
          name: 'slow',
          include: [`${everywhere}.slow.test.ts`],
          env: { TEST_STOREY: 'slow' },
          isolate: false,
          ...withDatabase,
        },
      },
    ],
  },
});
