import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../settings/packageRoot.ts';
import { buildStage } from './buildStage.ts';
import { contextFiles } from './context.ts';
import { find, parseCopy, parseDockerfile, parseEnv, parseExec, type Stage } from './dockerfile.ts';

const read = (file: string) => readFileSync(join(packageRoot(), file), 'utf8');
const manifest = JSON.parse(read('package.json')) as { scripts: Record<string, string>; engines: { node: string } };
const stages = parseDockerfile(read('Dockerfile'));
const final = stages.at(-1) as Stage;
const scratch = mkdtempSync(join(tmpdir(), 'dockerfile-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Builds the stage up to its first RUN: the files that the install finds. */
function beforeInstall(stage: Stage): string {
  const installs = stage.instructions.findIndex(({ name }) => name === 'RUN');
  const instructions = stage.instructions.slice(0, installs);
  const built = new Map();
  return buildStage({ ...stage, instructions }, { root: scratch, built, withoutRuns: true }).workdir;
}

const installing = stages.filter(({ instructions }) => instructions.some(({ name }) => name === 'RUN'));

describe.each(installing)('stage $name', (stage) => {
  test('contains the files that the install needs', () => {
    const folder = beforeInstall(stage);
    const [, script = ''] = /^node (\S+)$/.exec(manifest.scripts.postinstall ?? '') ?? [];
    for (const file of ['package.json', 'package-lock.json', script, 'prisma/schema.prisma'])
      expect(existsSync(join(folder, file)), file).toBe(true);
    expect(existsSync(join(folder, '.config/prisma.ts'))).toBe(!find(stage, 'RUN')?.includes('--omit=dev'));
  });
});

test('every base image is an exact Node release that the package supports', () => {
  const lowest = Number(/\d+/.exec(manifest.engines.node)?.[0]);
  for (const { base } of stages) {
    const [, major] = /^node:(\d+)\.\d+\.\d+-/.exec(base) ?? [];
    expect(Number(major), base).toBeGreaterThanOrEqual(lowest);
  }
});

test('copies only from existing stages, and copies all files that the server reads', () => {
  const copies = final.instructions.filter(({ name }) => name === 'COPY').map(({ rest }) => parseCopy(rest));
  const names = stages.map(({ name }) => name);
  for (const { from } of copies) if (from !== undefined) expect(names).toContain(from);
  const targets = copies.flatMap(({ sources, target }) => sources.map((source) => join(target, source)));
  for (const needed of ['node_modules', 'dist', 'package.json', 'prisma'])
    expect(
      targets.some((target) => target.endsWith(needed)),
      needed,
    ).toBe(true);
});

test('runs the command of `npm start` in production, not as root, with a health check', () => {
  const [, variables = '', start] = /^(.*?)exec (.*)/.exec(manifest.scripts.start ?? '') ?? [];
  expect(parseExec(find(final, 'CMD') ?? '').join(' ')).toBe(start);
  const image = { NODE_ENV: 'production', PORT: find(final, 'EXPOSE') };
  expect(parseEnv(find(final, 'ENV') ?? '')).toEqual({ ...image, ...parseEnv(variables) });
  expect(find(final, 'USER')).toMatch(/^(?!root|0)/);
  expect(find(final, 'HEALTHCHECK')).toContain('/api/health/ready');
});

test('the health check exits with 0 only when the process is ready', async () => {
  const [command = '', ...args] = parseExec(find(final, 'HEALTHCHECK') ?? '');
  let status = 200;
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const check = () =>
    promisify(execFile)(command, args, { env: { PATH: process.env.PATH, PORT: `${port}` } }).then(
      () => 0,
      ({ code }: { code: number }) => code,
    );
  expect(await check()).toBe(0);
  status = 503;
  expect(await check()).not.toBe(0);
  expect(asked).toEqual(['GET /api/health/ready', 'GET /api/health/ready']);
  await new Promise((resolve) => server.close(resolve));
  expect(await check()).not.toBe(0);
});

test('keeps secrets, data and tools out of the build', () => {
  const files = contextFiles(packageRoot());
  expect(files).toContain('package-lock.json');
  expect(files.filter((file) => /^(\.env|\.data|\.git|node_modules|dist)(\/|$)/.test(file))).toEqual([]);
  const ignored = read('.dockerignore').split('\n');
  for (const path of ['.env', '.data', '.git', 'node_modules', 'dist']) expect(ignored).toContain(path);
});

test('rejects a Dockerfile instruction that these tests do not cover', () => {
  expect(() => parseDockerfile('FROM node:22\nADD https://example.com/x /x\n')).toThrow('ADD');
});
