import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cp, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compressFiles } from './compress.mjs';
import { serverBundle } from './serverBundle.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'dist', 'sources.sha256');
const sources = [
  'server',
  'client',
  'prisma/applyScript.ts',
  'prisma/migrate.ts',
  'server/cli/migrateCommand.ts',
  'prisma/migrationFiles.ts',
  'prisma/recorded.ts',
  'prisma/schema.prisma',
  'package-lock.json',
  'vite.config.ts',
  '.config/build.mjs',
  '.config/compress.mjs',
  '.config/serverBundle.mjs',
];
const isLeftOut = /(^|\/)(fixtures|testing|bench)\/|\.test\.tsx?$/;

async function filesOf(path) {
  if (!existsSync(join(root, path))) return [];
  const entries = await readdir(join(root, path), { recursive: true, withFileTypes: true }).catch(() => null);
  if (!entries) return [path];
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
  return files.filter((file) => !isLeftOut.test(file)).sort();
}

async function hashSources() {
  const hash = createHash('sha256');
  for (const path of sources) {
    for (const file of await filesOf(path))
      hash
        .update(file)
        .update('\0')
        .update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

/** A production start uses the existing build; any other start rebuilds when a source has changed. */
async function isCurrent(hash) {
  if (!existsSync(stamp)) return false;
  return process.env.NODE_ENV === 'production' || readFileSync(stamp, 'utf8') === (await hash);
}

async function build() {
  const [{ build: bundle }, { build: buildClient }] = await Promise.all([import('esbuild'), import('vite')]);
  await rm(join(root, 'dist'), { recursive: true, force: true });
  const server = bundle(serverBundle(root));
  const pages = {
    root: join(root, 'client'),
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    mode: 'production',
  };
  const client = buildClient(pages);
  await Promise.all([server, client.then(() => compressFiles(join(root, 'dist/client')))]);
  // The same pages for the server, which writes the plans page.
  const ssr = { ssr: 'render.tsx', outDir: '../dist/render', emptyOutDir: true, manifest: false, copyPublicDir: false };
  await buildClient({ ...pages, build: ssr, ssr: { noExternal: true } });
  await cp(join(root, 'server/sandbox/pages/sandbox.css'), join(root, 'dist/server/pages/sandbox.css'));
}

const hash = hashSources();
if (!process.argv.includes('--if-needed') || !(await isCurrent(hash))) {
  if (!process.argv.includes('--quiet')) console.info('Building…');
  await build();
  writeFileSync(stamp, await hash);
}
