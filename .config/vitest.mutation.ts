import { defineConfig } from 'vitest/config';

/** The tables of the rules alone (random histories would be lived once for every fault), for `npm run test:mutation`. */
export default defineConfig({
  test: {
    environment: 'node',
    env: { ENV_FILE: '' },
    include: ['server/billing/events/{decide,decidePayments,rules/*}.test.ts'],
  },
});
