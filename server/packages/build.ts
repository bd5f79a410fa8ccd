import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { toGeneralComponents } from '../rest/openapi/schemas.ts';
import { packageRoot } from '../settings/packageRoot.ts';
import { typesOf } from './typesOf.ts';

const run = promisify(execFile);
const root = packageRoot();
const client = join(root, 'server/packages/client');
const sandbox = join(root, 'server/sandbox');
export const typesFile = join(client, 'generated/types.ts');

/** The client's types as the REST API's schemas say them today. */
export function currentTypes(): string {
  return typesOf(toGeneralComponents());
}

/** Makes the packages, each ready for `npm pack`, in folders of their names; all have the service's version. */
export async function buildPackages(folder: string): Promise<void> {
  await Promise.all([buildClient(join(folder, 'client')), buildSandbox(join(folder, 'sandbox'))]);
}

async function buildClient(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const entry = join(client, 'index.ts');
  await Promise.all([
    build({ entryPoints: [entry], outdir: folder, bundle: true, packages: 'external', ...target }),
    declareTypes(folder),
  ]);
  complete(folder, { manifest: client, page: client });
}

/** The sandbox of `server/sandbox`, for every project: one file for the program, one for its functions. */
async function buildSandbox(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'pages'), { recursive: true });
  const entryPoints = ['cli', 'index', 'redirect'].map((name) => join(sandbox, 'package', `${name}.ts`));
  const bundle = { bundle: true, splitting: true, packages: 'external', ...target, platform: 'node' } as const;
  await build({ entryPoints, outdir: folder, ...bundle });
  const program = join(folder, 'cli.js');
  writeFileSync(program, `#!/usr/bin/env node\n${readFileSync(program, 'utf8')}`);
  chmodSync(program, 0o755);
  copyFileSync(join(sandbox, 'pages/sandbox.css'), join(folder, 'pages/sandbox.css'));
  writeFileSync(join(folder, 'index.d.ts'), sandboxTypes(readFileSync(join(sandbox, 'options.ts'), 'utf8')));
  complete(folder, { manifest: sandbox, page: join(sandbox, 'package') });
}

/** The options' file has types alone; the two functions are few enough to be written here. */
function sandboxTypes(options: string): string {
  const types = options
    .replace(/export const taxBehaviors[^;]*;\n/, '')
    .replace(/\(typeof taxBehaviors\)\[number\]/, "'exclusive' | 'inclusive'");
  return `${types}
export interface RunningSandbox {
  /** Base URL of the API, the control API and (unless \`publicUrl\` is set) the hosted pages. */
  url: string;
  /** The company's current time. */
  now(): Date;
  /** Stops immediately; webhooks that are being sent are sent again after the next start. */
  close(): Promise<void>;
}

export declare const sampleCatalogue: SandboxPrice[];
export declare function startSandbox(options: SandboxOptions): Promise<RunningSandbox>;
`;
}

function complete(folder: string, { manifest, page }: { manifest: string; page: string }): void {
  copyFileSync(join(manifest, 'package.json'), join(folder, 'package.json'));
  copyFileSync(join(page, 'README.md'), join(folder, 'README.md'));
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  setVersion(folder);
}

/** What Node 20, Deno, Bun and edge runtimes have in common. */
const target = { platform: 'neutral', format: 'esm', target: 'es2022', charset: 'utf8', logLevel: 'warning' } as const;

async function declareTypes(folder: string): Promise<void> {
  const tsc = join(root, 'node_modules/typescript-native/bin/tsc');
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
