import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { packageRoot } from './settings/packageRoot.ts';

const { dependencies } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};

const packageOf = (path: string) =>
  path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/');

test.each(['server/main.ts', 'server/cli/main.ts', 'server/cli/migrateCommand.ts'])(
  '%s runs without development dependencies',
  async (entry) => {
    const { metafile } = await build({
      absWorkingDir: packageRoot(),
      entryPoints: [entry],
      outdir: 'dist',
      bundle: true,
      splitting: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      write: false,
      metafile: true,
    });
    const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
    const packages = new Set(
      imports.flatMap(({ path, external }) => (external && !isBuiltin(path) ? [packageOf(path)] : [])),
    );
    expect([...packages]).toContain('pg');
    expect([...packages].filter((name) => !Object.hasOwn(dependencies, name))).toEqual([]);
  },
);
