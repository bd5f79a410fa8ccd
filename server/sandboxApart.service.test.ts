import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
// @ts-expect-error: a script of the build, without types
import { serverBundle } from '../.config/serverBundle.mjs';
import { packageRoot } from './settings/packageRoot.ts';
import { createTestDatabase } from './testing/database/database.ts';
import { type Environment, type ServiceProcess, settingsFor, startService } from './testing/faults/parts/service.ts';

const cache = join(packageRoot(), 'node_modules/.cache');
let outdir = '';
let removed: string[] = [];
let database: Awaited<ReturnType<typeof createTestDatabase>>;

/** The built service, without any file that contains code of the sandbox. */
beforeAll(async () => {
  mkdirSync(cache, { recursive: true });
  outdir = mkdtempSync(join(cache, 'without-sandbox-'));
  const { metafile } = await build({ ...serverBundle(packageRoot()), outdir, metafile: true });
  const outputs = Object.entries(metafile?.outputs ?? {});
  removed = outputs.filter(([, { inputs }]) => Object.keys(inputs).some(isSandbox)).map(([path]) => path);
  for (const path of removed) rmSync(join(packageRoot(), path));
  database = await createTestDatabase();
});
afterAll(async () => {
  rmSync(outdir, { recursive: true, force: true });
  await database.drop();
});

const isSandbox = (path: string) => path.startsWith('server/sandbox/');
const start = (environment: Environment) =>
  startService({ ...settingsFor(database.url), ...environment }, [join(outdir, 'main.js')]);

describe('the service without the files of the sandbox', () => {
  test('the sandbox is built into separate files', () => {
    expect(removed.map((path) => path.split('/').at(-1))).toContain('sandbox.js');
  });

  test.each(['NODE_ENV=production', 'SANDBOX=off'])('runs with %s', async (setting) => {
    let service: ServiceProcess | undefined;
    try {
      const [name = '', value = ''] = setting.split('=');
      service = await start({ [name]: value });
      expect((await fetch(`${service.url}/api/health/ready`)).status).toBe(200);
    } finally {
      await service?.remove();
    }
  });
});
