import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildPackages } from '../../packages/build.ts';
import { packageRoot } from '../../settings/packageRoot.ts';

const run = promisify(execFile);

export interface Installed {
  /** An empty project with nothing but the package. */
  folder: string;
  /** The names of the package's files, as `npm pack` chose them. */
  files: string[];
  remove(): void;
}

/** Builds and packs one of our packages and installs the archive, with its dependencies from our own node_modules. */
export async function installPackage(name: string, dependencies: string[]): Promise<Installed> {
  const folder = mkdtempSync(join(tmpdir(), `installed-${name}-`));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    await buildPackages(join(folder, 'built'));
    const packed = [
      join(folder, 'built', name),
      ...dependencies.map((one) => join(packageRoot(), 'node_modules', one)),
    ];
    const archives = await Promise.all(packed.map((path) => pack(path, folder)));
    const project = join(folder, 'project');
    await run('mkdir', [project]);
    writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'adopter', private: true, type: 'module' }));
    const install = ['install', '--offline', '--no-audit', '--no-fund', ...archives.map(({ path }) => path)];
    await run('npm', install, { cwd: project });
    return { folder: project, files: archives[0]?.files ?? [], remove };
  } catch (error) {
    remove();
    throw error;
  }
}

async function pack(path: string, into: string): Promise<{ path: string; files: string[] }> {
  const { stdout } = await run('npm', ['pack', path, '--json', '--ignore-scripts', '--pack-destination', into]);
  const [packed] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
  return { path: join(into, packed.filename), files: packed.files.map((file) => file.path) };
}
