import { defineConfig } from 'vitest/config';

/**
 * The test tables of the rules and of the timeline for `npm run test:mutation`; random histories would be too slow to run for every mutant.
 */
export default defineConfig({
  test: {
    environment: 'node',
    env: { ENV_FILE: '' },
    include: [
      'server/billing/events/{decide,decidePayments,decideReturned,rules/*}.test.ts',
      'server/billing/access/timeline/{*Spans,periods}.test.ts',
    ],
  },
});
