import type { TestProject } from 'vitest/node';
import { startTestServer } from '../database/databaseServer.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    databaseServerUrl: string;
  }
}

/** One PostgreSQL for the whole run; each test file gets its own database from `createTestDatabase`. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = await startTestServer();
  provide('databaseServerUrl', server.url);
  return server.stop;
}
