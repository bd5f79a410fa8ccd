import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { packageRoot } from '../../settings/packageRoot.ts';
import { contextFiles, isWithin } from './context.ts';
import { type Copy, find, type Instruction, parseCopy, parseEnv, type Stage } from './dockerfile.ts';

/** A stage's file system: `folder` is its root, `workdir` is a folder in it. */
export interface BuiltStage {
  folder: string;
  workdir: string;
  environment: Record<string, string>;
}

export interface BuildOptions {
  /** The folder in which each stage gets a folder. */
  root: string;
  /** The built stages by name. */
  built: Map<string, BuiltStage>;
  /** Skips RUN lines: a fast check of the copies. */
  withoutRuns?: boolean;
}

/** Executes the stage's COPY and RUN lines in a new folder. */
export function buildStage(stage: Stage, { root, built, withoutRuns = false }: BuildOptions): BuiltStage {
  const folder = join(root, stage.name || 'final');
  const workdir = join(folder, find(stage, 'WORKDIR') ?? '');
  const given = stage.instructions.filter(({ name }) => name === 'ENV').map(({ rest }) => parseEnv(rest));
  const environment = Object.assign({}, ...given) as Record<string, string>;
  mkdirSync(workdir, { recursive: true });
  for (const instruction of stage.instructions) {
    if (instruction.name === 'COPY') copy(parseCopy(instruction.rest), workdir, built);
    if (instruction.name === 'RUN' && !withoutRuns) run(instruction, workdir, environment);
  }
  return { folder, workdir, environment };
}

function copy({ from, sources, target }: Copy, workdir: string, built: Map<string, BuiltStage>): void {
  for (const source of sources) {
    if (from === undefined) copyFromContext(source, join(workdir, target), target);
    else copyTree(join(built.get(from)?.folder ?? '', source), join(workdir, target), target);
  }
}

function copyFromContext(source: string, to: string, target: string): void {
  const files = contextFiles(packageRoot()).filter((file) => isWithin(file, source));
  if (files.length === 0) throw new Error(`COPY ${source}: no such file in the build context`);
  const prefix = source.replace(/^\.(\/|$)/, '');
  for (const file of files) {
    const rest = file === prefix ? intoFolder(file, target) : file.slice(prefix === '' ? 0 : prefix.length + 1);
    cpSync(join(packageRoot(), file), join(to, rest));
  }
}

function copyTree(from: string, to: string, target: string): void {
  if (!existsSync(from)) throw new Error(`COPY: ${from} was not created by its stage`);
  const rest = statSync(from).isDirectory() ? '' : intoFolder(from, target);
  cpSync(from, join(to, rest), { recursive: true, verbatimSymlinks: true });
}

const intoFolder = (file: string, target: string) => (/(^|\/)\.?$/.test(target) ? basename(file) : '');

function run({ rest }: Instruction, cwd: string, environment: Record<string, string>): void {
  const { PATH = '', HOME = '' } = process.env;
  console.info(`  ${rest}`);
  const env = { PATH, HOME, ...environment };
  const { status, stdout, stderr } = spawnSync('sh', ['-c', rest], { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`RUN ${rest} ended with ${status}:\n${stdout}\n${stderr}`);
}
