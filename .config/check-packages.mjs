/**
 * Checks the built packages with programs that this project does not depend on, installed into a temporary folder:
 * publint, "are the types wrong", and the client called by Node, Deno and Bun. Needs npm's registry.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = mkdtempSync(join(tmpdir(), 'check-packages-'));
const failed = [];

function step(name, file, args) {
  try {
    execFileSync(file, args, { cwd: folder, stdio: 'inherit' });
    console.info(`ok      ${name}`);
  } catch (error) {
    failed.push(name);
    console.error(`failed  ${name}: ${error.message}`);
  }
}

const bin = (name) => join(folder, 'node_modules/.bin', name);
const pack = (name) => {
  const args = ['pack', join(root, 'dist/packages', name), '--json', '--pack-destination', folder];
  return join(folder, JSON.parse(execFileSync('npm', args, { encoding: 'utf8' }))[0].filename);
};

/** Any answer will do: what is checked is that the package loads and calls. */
const program = `import { createClient, BillingError } from 'subscription-payments-client';
const error = await createClient({ url: 'http://127.0.0.1:9', key: 'k' }).as({ userId: 'u' }).access().catch((e) => e);
if (!(error instanceof BillingError) || !error.isAway) throw new Error('not the answer of a service that is away');
`;

try {
  const client = pack('client');
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  writeFileSync(join(folder, 'program.mjs'), program);
  const tools = ['publint@0.3', '@arethetypeswrong/cli@0.18', 'deno@2', 'bun@1'];
  step('install', 'npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', client, ...tools]);
  step('client: publint', bin('publint'), ['run', client, '--strict']);
  step('client: types', bin('attw'), [client, '--profile', 'esm-only']);
  step('client: Node', process.execPath, ['program.mjs']);
  step('client: Deno', bin('deno'), ['run', '--allow-net', '--allow-env', '--node-modules-dir=manual', 'program.mjs']);
  step('client: Bun', bin('bun'), ['run', 'program.mjs']);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed.length > 0 ? 1 : 0;
