import { defineConfig } from 'vitest/config';

/** The tests of the rules alone, for `npm run test:mutation`. */
export default defineConfig({
  test: {
    environment: 'node',
    env: { ENV_FILE: '', HISTORY_SEED: '1', HISTORY_RUNS: '100' },
    include: ['server/billing/events/decide*.test.ts'],
  },
});
