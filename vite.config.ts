import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: 'client',
  plugins: [react()],
  build: { outDir: '../dist/client', emptyOutDir: true },
  server: {
    // The Host header stays as the browser sent it: sessions and origin checks depend on it.
    proxy: { '/api': { target: 'http://127.0.0.1:3000', changeOrigin: false } },
  },
  test: {
    root: '.',
    environment: 'node',
    // A developer's .env file is none of the tests' business.
    env: { ENV_FILE: '' },
    include: ['server/**/*.test.ts', 'prisma/**/*.test.ts', 'client/**/*.test.{ts,tsx}'],
    globalSetup: ['server/testing/globalSetup.ts'],
    // Most wait for a database or a process: one core is not kept for the runner.
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
