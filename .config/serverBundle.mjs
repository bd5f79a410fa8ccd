import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The esbuild options for the programs of the service. The sandbox is a separate entry point: its files are only
 * loaded by `await import()`, and the service runs without them.
 */
export function serverBundle(root) {
  return {
    absWorkingDir: root,
    entryPoints: {
      main: 'server/main.ts',
      migrate: 'server/cli/migrateCommand.ts',
      ...(existsSync(join(root, 'server/cli/main.ts')) ? { cli: 'server/cli/main.ts' } : {}),
      sandbox: 'server/sandbox/index.ts',
      plans: 'server/plans/plans.yaml',
    },
    loader: { '.yaml': 'copy' },
    outdir: 'dist/server',
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: true,
    logLevel: 'warning',
  };
}
