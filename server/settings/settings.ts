import { z } from 'zod';
import { type ProviderName, providerNames } from '../adapters/index.ts';
import type { Catalogue } from '../plans/catalogue.ts';
import { defaultPlansFile, readPlans } from '../plans/readPlans.ts';
import { missing, priceProblems, unfitForProduction } from './checks.ts';
import { type Environment, readEnvironment } from './environment.ts';
import { readPrices } from './priceSettings.ts';
import { baseUrl } from './schema/baseUrl.ts';
import { brandSettings, brandShape } from './schema/brand.ts';
import { callerProblems, callerSettings, callerShape } from './schema/callers.ts';
import { databaseSettings, databaseShape } from './schema/database.ts';
import { formerSettings, formerShape, provider } from './schema/former.ts';
import { usualLimits } from './schema/limits.ts';
import { mailSettings, mailShape } from './schema/mail.ts';
import { salesSettings, salesShape } from './schema/sales.ts';
import { socialProblems, socialSettings, socialShape } from './schema/social.ts';
import { trustProxy } from './schema/trustProxy.ts';
import { listOf, optional, origin, words } from './schema/words.ts';
import type { ProviderSettings, Settings } from './types.ts';

const MIN_SECRET_BYTES = 16;

const isStrong = (secret: string) => Buffer.byteLength(secret.trim()) >= MIN_SECRET_BYTES;
const days = z.coerce.number().int().min(0).max(36_500);
/** Attempts in ten minutes; 0: any number. */
const limit = z.coerce.number().int().min(0).max(1_000_000);
const port = z.coerce.number().int().min(0).max(65_535);
const address = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''));
const secret = z.string().refine(isStrong, `needs at least ${MIN_SECRET_BYTES} bytes`);
const rotatingSecrets = z
  .string()
  .transform((value) => value.split(',').map((part) => part.trim()))
  .refine((secrets) => secrets.every(isStrong), `needs at least ${MIN_SECRET_BYTES} bytes in each secret`);
const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
/** `30m`, `6h`, `1d`; `off` is 0. In milliseconds. */
const duration = z
  .string()
  .regex(/^(off|\d{1,4}[smhd])$/, 'must be a duration such as 30m, 6h or 1d, or off')
  .transform((value) =>
    value === 'off' ? 0 : Number.parseInt(value, 10) * UNITS[value.slice(-1) as keyof typeof UNITS],
  );

const serviceSchema = z.object({
  ENV_FILE: optional(z.string()),
  NODE_ENV: optional(z.string()),
  PORT: optional(port),
  HOST: optional(z.string()),
  BASE_URL: optional(baseUrl),
  ...databaseShape,
  DATA_DIR: optional(z.string()),
  PLANS_FILE: optional(z.string()),
  PAYMENT_PROVIDER: optional(provider),
  ...formerShape,
  ...brandShape,
  AUTH_SECRET: rotatingSecrets.optional(),
  ...callerShape,
  ...socialShape,
  REDIRECT_ORIGINS: optional(listOf(origin)),
  OPERATOR_EMAILS: optional(z.string().transform((value) => words(value.toLowerCase()))),
  ...mailShape,
  SESSION_DAYS: optional(z.coerce.number().int().min(1).max(365)),
  SANDBOX: optional(z.enum(['auto', 'on', 'off'])),
  SANDBOX_PORT: optional(port),
  ...salesShape,
  SANDBOX_CLOCK: optional(z.enum(['real', 'follow'])),
  RECONCILE_EVERY: optional(duration),
  LEDGER_DAYS: optional(days),
  LEDGER_WAITING_DAYS: optional(days),
  ADDRESS_LIMIT: optional(limit),
  ACCOUNT_LIMIT: optional(limit),
  CHECKOUT_LIMIT: optional(limit),
  REFRESH_LIMIT: optional(limit),
  PORTAL_LIMIT: optional(limit),
  CHANGE_LIMIT: optional(limit),
  EXPORT_LIMIT: optional(limit),
  KEY_LIMIT: optional(limit),
  LOG_LEVEL: optional(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])),
  METRICS_PORT: optional(port),
  METRICS_HOST: optional(z.string()),
  METRICS_TOKEN: secret.optional(),
  MAX_CONNECTIONS: optional(z.coerce.number().int().min(10).max(100_000)),
  DRAIN_SECONDS: optional(z.coerce.number().int().min(0).max(300)),
  TRUST_PROXY: optional(trustProxy),
});

const providerSchema = z.object({
  SECRET_KEY: optional(z.string()),
  WEBHOOK_SECRET: rotatingSecrets.optional(),
  API_URL: optional(address),
  SIGNATURE_HEADER: optional(z.string().regex(/^[\w-]+$/, 'must be a header name')),
  DASHBOARD_URL: optional(address),
  ACCOUNT: optional(z.string().regex(/^[\w-]{1,100}$/, "must be the provider's id of the account")),
  /** Calls a second. */
  RECONCILE_RATE: optional(z.coerce.number().min(0.1).max(1_000)),
  /** Price or product ids of the company's other products. */
  PRICE_IGNORE: optional(z.string().transform(words)),
});

/** The environment variables that are read; `<P>_` stands for each provider's prefix. */
export const settingNames = [
  ...Object.keys(serviceSchema.shape),
  ...Object.keys(providerSchema.shape).map((name) => `<P>_${name}`),
  '<P>_PRICE_<PLAN>_<INTERVAL>',
];

/** Contains every problem of an environment. */
export class SettingsError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`The settings can't be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'SettingsError';
    this.problems = problems;
  }
}

/** Reads and validates the whole environment. Throws SettingsError. */
export function readSettings(environment: Environment = readEnvironment()): Settings {
  const problems: string[] = [];
  const service = check(serviceSchema, { environment, prefix: '', problems });
  const plans = plansIn(environment, problems);
  const providers = readProviders({ environment, problems, plans });
  if (!service || !plans) throw new SettingsError(problems);

  const name = service.PAYMENT_PROVIDER ?? 'alpha';
  const mode = service.NODE_ENV === 'production' || service.NODE_ENV === 'development' ? service.NODE_ENV : 'other';
  const settings: Settings = {
    mode,
    port: service.PORT ?? 3000,
    host: service.HOST ?? (mode === 'production' ? '0.0.0.0' : '127.0.0.1'),
    baseUrl: service.BASE_URL,
    ...databaseSettings(service),
    dataDir: service.DATA_DIR ?? (mode === 'production' ? '' : '.data'),
    plans,
    brand: brandSettings(service),
    ...formerSettings(service, name),
    provider: name,
    providers,
    authSecrets: service.AUTH_SECRET,
    ...callerSettings(service),
    social: socialSettings(service),
    redirectOrigins: [...new Set([...(service.REDIRECT_ORIGINS ?? []), ...(service.EMBED_ORIGINS ?? [])])],
    operatorEmails: service.OPERATOR_EMAILS ?? [],
    ...mailSettings(service),
    sessionDays: service.SESSION_DAYS ?? 30,
    sandbox: usesSandbox(service.SANDBOX, mode, providers[name]),
    sandboxPort: service.SANDBOX_PORT ?? 4010,
    ...salesSettings(service),
    sandboxClock: service.SANDBOX_CLOCK ?? 'real',
    reconcileEveryMs: service.RECONCILE_EVERY ?? UNITS.d,
    ledgerDays: service.LEDGER_DAYS ?? 90,
    waitingDays: service.LEDGER_WAITING_DAYS ?? 365,
    limits: limitsIn(service, usualLimits(mode)),
    logLevel: service.LOG_LEVEL ?? 'info',
    maxConnections: service.MAX_CONNECTIONS ?? 5_000,
    drainSeconds: service.DRAIN_SECONDS ?? (mode === 'production' ? 5 : 0),
    metricsPort: service.METRICS_PORT,
    metricsHost: service.METRICS_HOST,
    metricsToken: service.METRICS_TOKEN,
    trustProxy: service.TRUST_PROXY ?? 0,
  };
  problems.push(
    ...missing(settings),
    ...priceProblems(settings),
    ...callerProblems(service),
    ...socialProblems(settings),
    ...(mode === 'production' ? unfitForProduction(settings) : []),
  );
  if (problems.length > 0) throw new SettingsError(problems);
  return settings;
}

function usesSandbox(
  wish: 'auto' | 'on' | 'off' = 'auto',
  mode: Settings['mode'],
  { secretKey }: ProviderSettings,
): boolean {
  return wish === 'on' || (wish === 'auto' && !secretKey && mode !== 'production');
}

function limitsIn(service: z.output<typeof serviceSchema>, usual: Settings['limits']): Settings['limits'] {
  return {
    address: service.ADDRESS_LIMIT ?? usual.address,
    account: service.ACCOUNT_LIMIT ?? usual.account,
    checkout: service.CHECKOUT_LIMIT ?? usual.checkout,
    refresh: service.REFRESH_LIMIT ?? usual.refresh,
    portal: service.PORTAL_LIMIT ?? usual.portal,
    change: service.CHANGE_LIMIT ?? usual.change,
    export: service.EXPORT_LIMIT ?? usual.export,
    key: service.KEY_LIMIT ?? usual.key,
  };
}

/** What the settings of every provider are read with; no plans: their file can't be used, and its problems are told. */
interface Reading extends Omit<Source, 'prefix'> {
  plans: Catalogue | null;
}

function plansIn({ PLANS_FILE }: Environment, problems: string[]): Catalogue | null {
  const read = readPlans(PLANS_FILE?.trim() || defaultPlansFile);
  problems.push(...read.problems.map((problem) => `PLANS_FILE: ${problem}`));
  return read.catalogue;
}

function readProviders(reading: Reading): Settings['providers'] {
  return Object.fromEntries(providerNames.map((name) => [name, readProvider(name, reading)])) as Settings['providers'];
}

function readProvider(name: ProviderName, { environment, problems, plans }: Reading): ProviderSettings {
  const prefix = `${name.toUpperCase()}_`;
  const found = check(providerSchema, { environment, prefix, problems });
  return {
    secretKey: found?.SECRET_KEY,
    webhookSecrets: found?.WEBHOOK_SECRET,
    apiUrl: found?.API_URL,
    signatureHeader: found?.SIGNATURE_HEADER?.toLowerCase(),
    dashboardUrl: found?.DASHBOARD_URL,
    account: found?.ACCOUNT,
    reconcileRate: found?.RECONCILE_RATE,
    ignoredPrices: found?.PRICE_IGNORE ?? [],
    prices: plans ? readPrices(plans, { environment, prefix, problems }) : [],
  };
}

interface Source {
  environment: Environment;
  prefix: string;
  problems: string[];
}

function check<T extends z.ZodObject>(schema: T, { environment, prefix, problems }: Source): z.output<T> | undefined {
  const named = Object.fromEntries(Object.keys(schema.shape).map((key) => [key, environment[prefix + key]]));
  const result = schema.safeParse(named);
  if (result.success) return result.data;
  problems.push(...result.error.issues.map((issue) => `${prefix}${String(issue.path[0])}: ${issue.message}`));
  return undefined;
}
