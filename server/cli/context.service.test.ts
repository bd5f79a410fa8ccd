import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { writeRunning } from '../settings/runningFile.ts';
import { listen } from '../testing/app/command.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database/database.ts';
import { openContext } from './context.ts';

async function open(environment: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'context-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const { io } = listen({ environment: { DATA_DIR: dataDir, ...environment }, signal: AbortSignal.abort() });
  return { dataDir, context: () => openContext(io) };
}

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('with the sandbox on, its keys are never sent to the real provider', async () => {
  const { context } = await open({
    DATABASE_URL: database.url,
    SANDBOX: 'on',
    SANDBOX_PORT: '4999',
    HOST: '127.0.0.1',
  });
  const { settings, running, close } = await context();
  await close();
  expect(running).toBeNull();
  expect(settings.providers.alpha.apiUrl).toBe('http://127.0.0.1:4999');
});

test("a running service writes its address and its sandbox's", async () => {
  const { context, dataDir } = await open({ DATABASE_URL: database.url, SANDBOX: 'on' });
  writeRunning(dataDir, { url: 'http://localhost:5001', sandboxUrl: 'http://127.0.0.1:5002', pid: process.pid });
  const { settings, running, close } = await context();
  await close();
  expect(running).toMatchObject({ url: 'http://localhost:5001' });
  expect(settings.baseUrl).toBe('http://localhost:5001');
  expect(settings.providers.alpha.apiUrl).toBe('http://127.0.0.1:5002');
});
