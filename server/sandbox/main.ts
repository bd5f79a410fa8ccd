import { constants, copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dialectNamed } from './dialects/index.ts';
import { type SandboxOptions, startSandbox } from './index.ts';
import { readPrices } from './prices.ts';

const USAGE = `npm run sandbox -- [--provider alpha|beta|gamma] [--port 4010] [--host 127.0.0.1] [--data-dir FOLDER]
    --plans FILE, a plans file whose prices it sells
    [--webhook-url URL] [--secret-key KEY] [--webhook-secret SECRET] [--options FILE of SandboxOptions as JSON]
    [--load FILE], a saved state to begin with
npm run sandbox -- do PATH [JSON] [--port 4010], a call of a running one's control API, such as
    do clock '{"months":1}'  ·  do disputes '{"invoiceId":"in_…"}'  ·  do story '{}'  ·  do journal > state.jsonl`;

const text = (value: string) => ({ type: 'string', default: value }) as const;
const flags = {
  provider: text('alpha'),
  port: text('4010'),
  host: text('127.0.0.1'),
  'data-dir': { type: 'string' },
  'webhook-url': text('http://127.0.0.1:3000/api/webhooks/payments'),
  'secret-key': text('sk_sandbox_alone_0123456789'),
  'webhook-secret': text('whsec_sandbox_alone_0123456789'),
  plans: { type: 'string' },
  options: { type: 'string' },
  load: { type: 'string' },
} as const;

type Flags = ReturnType<typeof parse>['values'];

function parse(args: string[]) {
  return parseArgs({ args, options: flags, allowPositionals: true });
}

function optionsFrom(values: Flags): SandboxOptions {
  if (values.options) return JSON.parse(readFileSync(values.options, 'utf8')) as SandboxOptions;
  if (!values.plans) throw new Error('--plans names what is sold');
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`--port: ${values.port} is no port`);
  return {
    dialect: values.provider,
    host: values.host,
    port,
    dataDir: values['data-dir'] ?? join('.data', `sandbox-${values.provider}`),
    secretKey: values['secret-key'],
    webhookSecret: values['webhook-secret'],
    webhookUrl: values['webhook-url'],
    signatureHeader: dialectNamed(values.provider).signatureHeader,
    prices: readPrices(values.plans),
  };
}

/** The settings with which a service uses this sandbox as its provider. */
function settingsFor({ dialect, secretKey, webhookSecret }: SandboxOptions, url: string): string {
  const prefix = dialect.toUpperCase();
  return [
    `PAYMENT_PROVIDER=${dialect} SANDBOX=off ${prefix}_API_URL=${url}`,
    `${prefix}_SECRET_KEY=${secretKey} ${prefix}_WEBHOOK_SECRET=${webhookSecret}`,
  ].join(' ');
}

/** Copies a saved state into the data folder; fails when there already is one. */
function load(file: string, { dataDir }: SandboxOptions): void {
  mkdirSync(dataDir, { recursive: true });
  copyFileSync(file, join(dataDir, 'journal.jsonl'), constants.COPYFILE_EXCL);
}

/** Sends a GET without a body, or a POST with one. Prints the response. */
async function call(path: string, body: string | undefined, { host, port }: Flags): Promise<void> {
  const headers = { 'x-sandbox': '1', 'content-type': 'application/json' };
  const init = body === undefined ? { headers } : { method: 'POST', headers, body };
  const response = await fetch(`http://${host}:${port}/_sandbox/${path}`, init);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

/** The command-line entry point. */
async function main(args: string[]): Promise<void> {
  const { values, positionals } = parse(args);
  const [word, path, body] = positionals;
  if (word === 'do' && path) return call(path, body, values);
  if (word) throw new Error(`${word}: what is that?`);
  const options = optionsFrom(values);
  if (values.load) load(values.load, options);
  const sandbox = await startSandbox(options);
  console.log(`sandbox listening on ${sandbox.url}\n${settingsFor(options, sandbox.url)}`);
  const stop = () => void sandbox.close().then(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  console.error(USAGE);
  process.exit(1);
});
