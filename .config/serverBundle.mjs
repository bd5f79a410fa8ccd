import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * How esbuild bundles the programs of the service. The sandbox is an entrance of its own, so that it lies in files
 * which only `await import()` reaches: the service runs without them.
 */
export function serverBundle(root) {
  return {
    absWorkingDir: root,
    entryPoints: {
      main: 'server/main.ts',
      migrate: 'prisma/migrateCommand.ts',
      ...(existsSync(join(root, 'server/cli/main.ts')) ? { cli: 'server/cli/main.ts' } : {}),
      sandbox: 'server/sandbox/index.ts',
      plans: 'server/billing/plans/plans.yaml',
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
