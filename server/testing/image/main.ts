import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../settings/packageRoot.ts';
import { databaseUrl, runSql } from '../database/database.ts';
import { startTestServer } from '../database/databaseServer.ts';
import { type BuiltStage, buildStage } from './buildStage.ts';
import { contextFiles } from './context.ts';
import { find, parseDockerfile, parseExec } from './dockerfile.ts';
import { probe } from './probe.ts';

const { packages } = JSON.parse(readFileSync(join(packageRoot(), 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { dev?: boolean; devDependencies?: Record<string, string> }>;
};

const megabytesIn = (folder: string) =>
  execFileSync('du', ['-sm', 'node_modules'], { cwd: folder, encoding: 'utf8' }).split('\t')[0];

/** Lists installed development dependencies, except those that other packages need. */
function developmentToolsIn(folder: string): string[] {
  const tools = Object.keys(packages['']?.devDependencies ?? {});
  const found = tools
    .filter((name) => packages[`node_modules/${name}`]?.dev)
    .filter((name) => existsSync(join(folder, 'node_modules', name)));
  return found.map((name) => `the development dependency ${name} is installed`);
}

async function checkImage(root: string, url: string): Promise<string[]> {
  const stages = parseDockerfile(readFileSync(join(packageRoot(), 'Dockerfile'), 'utf8'));
  const built = new Map<string, BuiltStage>();
  for (const stage of stages) {
    console.info(`stage ${stage.name || 'final'}`);
    built.set(stage.name, buildStage(stage, { root, built }));
  }
  const final = built.get('') as BuiltStage;
  const broken = developmentToolsIn(final.workdir);
  console.info(`  node_modules: ${megabytesIn(final.workdir)} MB`);
  const command = parseExec(find(stages.at(-1), 'CMD') ?? '');
  const healthCheck = parseExec(find(stages.at(-1), 'HEALTHCHECK') ?? '');
  const { workdir: cwd, environment } = final;
  return [...broken, ...(await probe({ command, cwd, environment, databaseUrl: url, healthCheck }))];
}

/** The README's start without a container: sources, `npm ci --omit=dev`, the build's output, `npm start`. */
async function checkPlainStart(root: string, url: string): Promise<string[]> {
  const folder = join(root, 'plain');
  for (const file of contextFiles(packageRoot())) cpSync(join(packageRoot(), file), join(folder, file));
  cpSync(join(root, 'build/app/dist'), join(folder, 'dist'), { recursive: true });
  console.info('without a container\n  npm ci --omit=dev && NODE_ENV=production npm start');
  execFileSync('npm', ['ci', '--omit=dev'], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  console.info(`  node_modules: ${megabytesIn(folder)} MB`);
  const environment = { NODE_ENV: 'production' };
  return probe({ command: ['npm', 'start'], cwd: folder, environment, databaseUrl: url });
}

/** Runs every step of the Dockerfile that needs no container engine, and the start without a container. */
async function main(): Promise<number> {
  const root = mkdtempSync(join(tmpdir(), 'image-'));
  chmodSync(root, 0o755);
  const server = await startTestServer();
  try {
    const broken: string[] = [];
    for (const check of [checkImage, checkPlainStart]) {
      await runSql(server.url, `CREATE DATABASE "${check.name}"`);
      broken.push(...(await check(root, databaseUrl(server.url, check.name))));
    }
    for (const line of broken) console.error(`BROKEN  ${line}`);
    if (broken.length === 0) console.info('The image and the plain start work');
    return broken.length;
  } finally {
    await server.stop();
    rmSync(root, { recursive: true, force: true });
  }
}

process.exit((await main()) === 0 ? 0 : 1);
