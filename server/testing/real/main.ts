import { parseArgs } from 'node:util';
import { type ProviderName, providerNames } from '../../adapters/index.ts';
import { readEnvironment } from '../../settings/environment.ts';
import { readSettings } from '../../settings/settings.ts';
import { cleanUp } from './cleanUp.ts';
import { liveByContract } from './contract.ts';
import type { Ground } from './ground.ts';
import { companyGround, isLocal, refusalOf, sandboxGround } from './grounds.ts';
import { noteRun } from './lastRun.ts';
import { liveSix } from './lives.ts';
import { livePause } from './pauses.ts';
import { compare, type Row, toMarkdown } from './rows.ts';

const USAGE = `npm run test:real -- --provider ${providerNames.join('|')}
Reads key, prices and address from the environment (<P>_SECRET_KEY, <P>_PRICE_…, <P>_API_URL); only test mode is allowed`;

function readProvider(args: string[]): ProviderName {
  const { provider } = parseArgs({ args, options: { provider: { type: 'string' } } }).values;
  const known = providerNames.find((name) => name === provider);
  if (!known) throw new Error(USAGE);
  return known;
}

/** The webhook secret is arbitrary: no webhooks are received. */
function settingsFor(provider: ProviderName) {
  const secret = `${provider.toUpperCase()}_WEBHOOK_SECRET`;
  const only = { PAYMENT_PROVIDER: provider, DRAINING_PROVIDERS: '', SANDBOX: 'off', NODE_ENV: '' };
  return readSettings({ [secret]: 'whsec_not_asked_for_0123456789', ...readEnvironment(), ...only });
}

async function live(ground: Ground): Promise<Row[]> {
  return [...(await liveByContract(ground)), ...(await liveSix(ground)), ...(await livePause(ground))];
}

async function main(args: string[], signal: AbortSignal): Promise<number> {
  const provider = readProvider(args);
  const settings = settingsFor(provider);
  const run = `test-real-${Date.now().toString(36)}`;
  const making = { provider, plans: settings.plans, signal, run };
  const company = companyGround(making, settings);
  const refusal = await refusalOf(company);
  if (refusal) throw new Error(`${provider.toUpperCase()}_SECRET_KEY: ${refusal}`);
  const sandbox = await sandboxGround(making);
  try {
    const lines = compare(await live(sandbox), await live(company));
    console.info(`${titleOf(company, run)}\n${toMarkdown(lines)}`);
    const failed = lines.filter(({ verdict }) => verdict === 'FAILED').length;
    const differing = lines.filter(({ verdict }) => verdict === 'DIFFERS').length;
    if (failed === 0 && !isLocal(company)) noteRun(company, differing);
    return failed + differing === 0 ? 0 : 1;
  } finally {
    await sandbox.close();
    const left = await cleanUp(company);
    const { forget } = company.means;
    console.info(left.length === 0 ? '\nAll created records were removed.' : `\nLEFT BEHIND:\n${left.join('\n')}`);
    if (typeof forget === 'string') console.info(forget);
  }
}

function titleOf({ adapter, options }: Ground, run: string): string {
  const { company, apiVersion } = adapter.diagnosis ?? {};
  const version = apiVersion ? `, API version ${apiVersion}` : '';
  return `## ${company} at ${options.apiUrl ?? 'its own address'}${version}, ${new Date().toISOString()}, ${run}\n`;
}

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort(new Error('Stopped')));
try {
  process.exitCode = await main(process.argv.slice(2), stop.signal);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
