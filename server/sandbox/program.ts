import { constants, copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sampleCatalogue } from './catalogue.ts';
import { seedRandom } from './core/random.ts';
import { dialectNamed } from './dialects/index.ts';
import { type RunningSandbox, type SandboxOptions, type SandboxPrice, startSandbox } from './index.ts';
import { readPrices } from './prices.ts';

/** How the program was started. */
export interface Start {
  command: string;
  /** Whose name for the signature's header is used unless another is given. */
  signs: 'company' | 'dialect';
  /** Where webhooks go unless said. */
  webhookUrl: string;
  /** Whether it ends with the program that started it. */
  follows: boolean;
  /** More to print about a sandbox that listens at this address. */
  more?(options: SandboxOptions, url: string): string;
}

const usageOf = (command: string) => `${command} [--provider stripe|creem|polar] [--port 4010] [--host 127.0.0.1]
    [--webhook-url URL] [--signature-header NAME] [--secret-key KEY] [--webhook-secret SECRET] [--account ID]
    [--prices FILE: a list of prices as JSON | --plans FILE: a plans file as YAML], else a small catalogue of its own
    [--now DATE] [--seed TEXT: the same ids and faults at every start] [--accounts N: on as many ports from --port]
    [--strict-version] [--control-host NAME], where else the control API answers, such as a container's name
    [--data-dir FOLDER] [--load FILE: a saved state] [--options FILE: all of it as JSON]
${command} do PATH [JSON] [--port 4010], a call of a running one's control API, such as
    do clock '{"months":1}'  ·  do disputes '{"invoiceId":"in_…"}'  ·  do story '{}'  ·  do journal > state.jsonl`;

const text = { type: 'string' } as const;
const flags = {
  provider: { ...text, default: 'stripe' },
  port: { ...text, default: '4010' },
  host: { ...text, default: '127.0.0.1' },
  'data-dir': text,
  'webhook-url': text,
  'signature-header': text,
  'secret-key': { ...text, default: 'sk_sandbox_alone_0123456789' },
  'webhook-secret': { ...text, default: 'whsec_sandbox_alone_0123456789' },
  account: text,
  accounts: { ...text, default: '1' },
  prices: text,
  plans: text,
  now: text,
  seed: text,
  'strict-version': { type: 'boolean', default: false },
  'control-host': { ...text, multiple: true },
  options: text,
  load: text,
  help: { type: 'boolean', short: 'h', default: false },
} as const;

type Flags = ReturnType<typeof parse>['values'];

function parse(args: string[]) {
  return parseArgs({ args, options: flags, allowPositionals: true });
}

/** The whole program: a sandbox that runs until it is stopped, or one call of a running one. */
export async function runProgram(args: string[], start: Start): Promise<void> {
  try {
    const { values, positionals } = parse(args);
    const [word, path, body] = positionals;
    if (values.help) console.log(usageOf(start.command));
    else if (word === 'do' && path) await call(path, body, values);
    else if (word) throw new Error(`${word}: what is that?`);
    else await serve(values, start);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error(usageOf(start.command));
    process.exit(1);
  }
}

async function serve(values: Flags, start: Start): Promise<void> {
  if (values.seed !== undefined) seedRandom(values.seed);
  const running: RunningSandbox[] = [];
  for (const options of allOptions(values, start)) {
    if (values.load) load(values.load, options);
    const sandbox = await startSandbox(options);
    running.push(sandbox);
    const lines = [
      `sandbox listening on ${sandbox.url}`,
      settingsFor(options, sandbox.url),
      start.more?.(options, sandbox.url),
    ];
    console.log(lines.filter(Boolean).join('\n'));
  }
  const stop = () => void Promise.all(running.map((each) => each.close())).then(() => process.exit(0));
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, stop);
  if (start.follows) whenOrphaned(stop);
}

const LOOK_MS = 500;
/** Read before anything is printed: who waits for that may stop the parent at once. */
const parent = process.ppid;

/** npx leaves what it started running when it is stopped itself: another process is the parent then. */
function whenOrphaned(stop: () => void): void {
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, LOOK_MS);
}

function allOptions(values: Flags, start: Start): SandboxOptions[] {
  if (values.options) return [JSON.parse(readFileSync(values.options, 'utf8')) as SandboxOptions];
  const first = optionsFrom(values, start);
  const count = wholeNumber('--accounts', values.accounts, { min: 1, max: 100 });
  return Array.from({ length: count }, (_, index) => (index === 0 ? first : further(first, index)));
}

/** An account of its own: another port, key, secret and folder. */
function further(first: SandboxOptions, index: number): SandboxOptions {
  const suffix = `_${index + 1}`;
  return {
    ...first,
    port: first.port === 0 ? 0 : first.port + index,
    dataDir: first.dataDir + suffix,
    secretKey: first.secretKey + suffix,
    webhookSecret: first.webhookSecret + suffix,
    account: `${first.account ?? 'acct_sandbox'}${suffix}`,
  };
}

function optionsFrom(values: Flags, { signs, webhookUrl }: Start): SandboxOptions {
  const dialect = dialectNamed(values.provider);
  const { account, now } = values;
  return {
    dialect: dialect.name,
    host: values.host,
    port: wholeNumber('--port', values.port, { min: 0, max: 65_535 }),
    dataDir: values['data-dir'] ?? join('.data', `sandbox-${values.provider}`),
    secretKey: values['secret-key'],
    webhookSecret: values['webhook-secret'],
    webhookUrl: values['webhook-url'] ?? webhookUrl,
    signatureHeader: values['signature-header'] ?? (signs === 'company' ? dialect.company : dialect).signatureHeader,
    prices: pricesIn(values),
    strictVersion: values['strict-version'],
    controlHosts: values['control-host'] ?? [],
    ...(account === undefined ? {} : { account }),
    ...(now === undefined ? {} : { beginsAt: instant(now) }),
  };
}

function pricesIn({ prices, plans }: Flags): SandboxPrice[] {
  if (prices) return JSON.parse(readFileSync(prices, 'utf8')) as SandboxPrice[];
  return plans ? readPrices(plans) : sampleCatalogue;
}

function wholeNumber(flag: string, value: string, { min, max }: { min: number; max: number }): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= min && number <= max) return number;
  throw new Error(`${flag} takes a whole number from ${min} to ${max}`);
}

function instant(value: string): number {
  const at = Date.parse(value);
  if (Number.isNaN(at)) throw new Error('--now takes a date, such as 2026-11-21T08:00Z');
  return at;
}

/** What a program that uses this sandbox has to know. */
function settingsFor({ dialect, secretKey, webhookSecret, signatureHeader, webhookUrl }: SandboxOptions, url: string) {
  const { company, version } = dialectNamed(dialect);
  return [
    `speaks ${version}; key ${secretKey}; webhooks ${webhookUrl || 'nowhere (--webhook-url)'}`,
    `signed with ${webhookSecret} in ${signatureHeader}; ${connect[company.name]?.(url) ?? ''}`,
  ].join('\n');
}

const connect: Record<string, (url: string) => string> = {
  stripe: (url) => {
    const { hostname, port } = new URL(url);
    return `new Stripe(key, { host: '${hostname}', port: ${port}, protocol: 'http' })`;
  },
  creem: (url) => `new Creem({ apiKey: key, serverURL: '${url}' })`,
  polar: (url) => `new Polar({ accessToken: key, serverURL: '${url}' })`,
};

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
  const answer = await response.text();
  if (!response.ok) throw new Error(answer);
  process.stdout.write(answer.endsWith('\n') ? answer : `${answer}\n`);
}
