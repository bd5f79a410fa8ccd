import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { toGeneralComponents } from '../rest/openapi/schemas.ts';
import { packageRoot } from '../settings/packageRoot.ts';
import { typesOf } from './typesOf.ts';

const run = promisify(execFile);
const root = packageRoot();
const client = join(root, 'server/packages/client');
export const typesFile = join(client, 'generated/types.ts');

/** The client's types as the REST API's schemas say them today. */
export function currentTypes(): string {
  return typesOf(toGeneralComponents());
}

/** Makes the packages, each ready for `npm pack`, in folders of their names; all have the service's version. */
export async function buildPackages(folder: string): Promise<void> {
  await buildClient(join(folder, 'client'));
}

async function buildClient(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const entry = join(client, 'index.ts');
  await Promise.all([
    build({ entryPoints: [entry], outdir: folder, bundle: true, packages: 'external', ...target }),
    declareTypes(folder),
  ]);
  for (const name of ['README.md', 'package.json']) copyFileSync(join(client, name), join(folder, name));
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  setVersion(folder);
}

/** What Node 20, Deno, Bun and edge runtimes have in common. */
const target = { platform: 'neutral', format: 'esm', target: 'es2022', charset: 'utf8', logLevel: 'warning' } as const;

async function declareTypes(folder: string): Promise<void> {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  await run(process.execPath, [tsc, '-p', client, '--outDir', folder]);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.d.ts')) continue;
    const path = join(folder, name);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"));
  }
}

function setVersion(folder: string): void {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const path = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  writeFileSync(path, `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
}
