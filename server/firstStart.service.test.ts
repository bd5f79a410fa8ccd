import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { readRunning } from './settings/runningFile.ts';
import { removeDataDir, temporaryDataDir } from './testing/database/databaseServer.ts';
import { childEnvironment } from './testing/faults/parts/service.ts';
import { builtProgram } from './testing/run/programs.ts';
import { until } from './testing/run/until.ts';

/** What the first start in an empty folder prints until it is ready, at a terminal (`script` gives it one) or into a pipe. */
async function firstStart(terminal: boolean): Promise<string[]> {
  const dataDir = await temporaryDataDir();
  onTestFinished(() => removeDataDir(dataDir));
  const env = childEnvironment({ DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0', SANDBOX_PORT: '0' });
  const command = [process.execPath, builtProgram('main')];
  const [program = '', ...args] = terminal ? ['script', '-qec', command.join(' '), '/dev/null'] : command;
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const closed = once(child, 'close');
  const last = terminal ? 'Desk:' : '"Sandbox:';
  await until('it is ready', () => output.includes(last) && readRunning(dataDir) !== null, 60_000);
  const printed = output.trimEnd();
  process.kill(readRunning(dataDir)?.pid ?? 0, 'SIGTERM');
  await closed;
  return printed.split(/\r?\n/);
}

test('at a terminal a first start prints at most twelve lines, none of them JSON', async () => {
  const lines = await firstStart(true);
  expect(lines.length).toBeLessThanOrEqual(12);
  expect(lines.filter((line) => line.startsWith('{'))).toEqual([]);
  expect(lines.join('\n')).toMatch(/Ready: +http.*4242 4242 4242 4242/s);
}, 120_000);

test('into a pipe every line is JSON, and one says where it listens', async () => {
  const lines = (await firstStart(false)).map((line) => JSON.parse(line) as { url?: string; msg: string });
  const ready = lines.find(({ msg }) => msg.startsWith('Ready: '));
  expect(ready).toMatchObject({ url: expect.stringMatching(/^http:/), sandboxUrl: expect.stringMatching(/^http:/) });
}, 120_000);
