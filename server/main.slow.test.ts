import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { packageRoot } from './settings/packageRoot.ts';
import { removeDataDir, temporaryDataDir } from './testing/databaseServer.ts';
import { randomFrom } from './testing/faults/random.ts';
import { childEnvironment } from './testing/faults/service.ts';

const MOMENTS = 8;

let dataDir: string;
let children: ChildProcess[];

beforeEach(async () => {
  dataDir = await temporaryDataDir();
  children = [];
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await removeDataDir(dataDir);
});

function run(source: string, folder = dataDir) {
  const env = childEnvironment({ DATA_DIR: folder, PORT: '0', SANDBOX_PORT: '0', HOST: '127.0.0.1' });
  const script = join(packageRoot(), source);
  const child = spawn(process.execPath, ['--import', 'tsx', script], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const exited = once(child, 'exit');
  return {
    exited,
    output: () => output,
    async stop() {
      child.kill('SIGTERM');
      await exited;
      return child.exitCode;
    },
    async isReady() {
      while (!output.includes('Ready:') && child.exitCode === null) await sleep(5);
      return child.exitCode === null;
    },
  };
}

/** The programs that name the data folder: PostgreSQL, and what makes its database. */
async function running(): Promise<string[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'args']);
  return stdout.split('\n').filter((line) => line.includes(dataDir));
}

test.each(['server/main.ts', 'prisma/migrateCommand.ts'])(
  '%s: SIGTERM at any moment of a start leaves no process, and the next start is a good one',
  async (source) => {
    const seed = Date.now() & 0x7fffffff;
    const random = randomFrom(seed);
    const begun = performance.now();
    const first = run(source);
    await Promise.race([first.isReady(), first.exited]);
    const took = performance.now() - begun;
    expect(await first.stop()).toBe(0);
    for (let moment = 0; moment < MOMENTS; moment += 1) {
      // Every other one makes its database first.
      const folder = moment % 2 ? dataDir : join(dataDir, `${moment}`);
      const started = run(source, folder);
      const after = random.next() * took;
      await sleep(after);
      const code = await started.stop();
      expect([await running(), code], `seed ${seed}, ${Math.round(after)} ms:\n${started.output()}`).toEqual([
        [],
        // Before our first line runs, the signal ends it as it ends any program.
        code === null ? null : expect.any(Number),
      ]);
    }
    const last = run('server/main.ts');
    expect(await last.isReady()).toBe(true);
    expect(await last.stop()).toBe(0);
    expect(await running()).toEqual([]);
  },
  180_000,
);

test('a second start in the same folder says so, ends, and leaves the first one and its database alone', async () => {
  const first = run('server/main.ts');
  expect(await first.isReady()).toBe(true);
  const url = /Ready: +(\S+)/.exec(first.output())?.[1];
  const second = run('server/main.ts');
  expect(await second.isReady()).toBe(false);
  expect(second.output()).toContain(`Another sandbox works in ${join(dataDir, 'sandbox-alpha')} (process `);
  expect((await fetch(`${url}/api/health/ready`)).status).toBe(200);
  expect(await first.stop()).toBe(0);
  expect(await running()).toEqual([]);
}, 60_000);
