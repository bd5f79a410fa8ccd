import type { Logger } from 'pino';
import type { Adapter } from './adapters/adapter.ts';
import type { AdapterOptions } from './adapters/definition.ts';
import { adapterDefinitions, type ProviderName } from './adapters/index.ts';
import { withKnownPlans } from './adapters/knownPlans.ts';
import { type Attempts, createAttempts, networkOf } from './auth/attempts.ts';
import { type Auth, type AuthOptions, createAuth } from './auth/auth.ts';
import { openSessions } from './auth/callers/openSessions.ts';
import { createDevices, type Devices } from './auth/devices.ts';
import type { Sessions } from './auth/session.ts';
import { createPlansGeneration } from './billing/access/owners/generation.ts';
import { embedGrants } from './billing/access/signing/embedToken.ts';
import { createSigningKeys } from './billing/access/signing/signingKeys.ts';
import { createTrialMark } from './billing/access/trials/trialMark.ts';
import { finishErasure, prepareErasure } from './billing/accounts/eraseUser.ts';
import { onProvenAddress } from './billing/accounts/provenAddress.ts';
import { placeholderDomain } from './billing/checkout/customer/releasedAddress.ts';
import type { Billing } from './billing/context.ts';
import { createBodyDays } from './billing/events/bodies/bodyDays.ts';
import { createLinkChecks } from './billing/events/checkLinks.ts';
import { createEventQueue } from './billing/events/queue.ts';
import { renewMail } from './billing/reminders/reminderMail.ts';
import { createOperationalStatus } from './billing/status/operationalStatus.ts';
import { createReadiness, type ReadinessSource } from './billing/status/readiness.ts';
import { type Announcer, createAnnouncer } from './billing/subscriptions/announcer.ts';
import { createPageStreams, type PageStreams } from './billing/subscriptions/pageStreams.ts';
import { startWorker, type Worker } from './billing/sync/worker.ts';
import { type Database, openDatabase } from './database/client.ts';
import { createKeyBox } from './database/keys/keyBox.ts';
import type { OpenedKeys } from './database/keys/serviceKeys.ts';
import { readRunningSessions } from './database/reads/sessions.ts';
import type { Phase } from './database/restore/mark.ts';
import { type Bodies, createBodies } from './http/bodies/bodies.ts';
import { senderOf } from './http/clientAddress.ts';
import { type CallerQueues, createCallerQueues, type FeedWaits, openFeedWaits } from './http/limits/callerQueues.ts';
import { foreignPageOf } from './http/origins.ts';
import { openOutbox } from './mail/openOutbox.ts';
import type { Outbox, OutboxOptions } from './mail/outbox.ts';
import { meterAdapter } from './metrics/meterAdapter.ts';
import { createMetrics, type Metrics } from './metrics/metrics.ts';
import { paidPlan } from './plans/catalogue.ts';
import { createPriceBook, type PriceBook } from './plans/priceBook.ts';
import { trustedOrigins } from './settings/trustedOrigins.ts';
import type { Settings } from './settings/types.ts';

/** Complete settings: nothing that runs is missing. */
export interface ReadySettings extends Settings {
  baseUrl: string;
  databaseUrl: string;
  keys: OpenedKeys;
  /** Absent: the machine's clock. */
  now?: () => Date;
  /** Of the database at the start; absent: open. */
  phase?: Phase;
}

export interface Deps extends FeedWaits {
  settings: ReadySettings;
  billing: Billing;
  auth: Auth;
  sessions: Sessions;
  attempts: Attempts;
  devices: Devices;
  log: Logger;
  worker: Worker;
  /** null: neither MAIL_URL nor the sandbox is set, so no mail can be sent. */
  outbox: Outbox | null;
  pageStreams: PageStreams;
  readiness: ReadinessSource;
  bodies: Bodies;
  callerQueues: CallerQueues;
  /** null: neither METRICS_PORT nor METRICS_TOKEN is set. */
  metrics: Metrics | null;
  close(): Promise<void>;
}

/** Timeouts that tests change, in milliseconds; unset: as in production. */
export interface Waits {
  /** How long a connection to the database may take to open. */
  connect?: number;
  /** The timeout of a provider call. */
  provider?: number;
  /** How long a reading of the database's state is reused. */
  readiness?: number;
}

/** The only wiring. Connections open on first use. */
export function createDeps(settings: ReadySettings, log: Logger, waits: Waits = {}): Deps {
  const database = connect(settings, log, waits.connect);
  const given = setFor(settings, database);
  const announcer = createAnnouncer(database.pool, log);
  const pageStreams = openPageStreams(settings, { database, log });
  const readiness = createReadiness(database.webhookPool, waits.readiness);
  const prices = createPriceBook(settings.plans, settings.providers);
  const metrics = openMetrics(settings, { database, readiness, pageStreams, prices, ...given });
  const adapters = createAdapters(settings, { metrics, prices, timeoutMs: waits.provider });
  const outbox = openMails(settings, { database, log, onOutcome: metrics?.countMail }, () => billing);
  const billing: Billing = {
    database,
    outbox,
    prices,
    trialMark: createTrialMark(settings.keys.trials),
    signingKeys: createSigningKeys(database.pool, createKeyBox(settings.keys.signing, 'signing keys of access tokens')),
    queue: createQueue(database, announcer, () => aheadOf(billing.now())),
    checkLinks: createLinkChecks(database.webhookPool),
    adapter: adapters.get(settings.provider) as Adapter,
    adapters,
    ...given,
    log,
    onRefetch: () => worker.wake(),
    announce: announcer.announce,
    onEvent: metrics?.countEvent,
  };
  const worker = startWorker(() => billing, metrics?.recordRun);
  metrics?.expectJobs([worker.job]);
  const { attempts, devices, auth } = openAccounts(settings, billing, { announcer, log, outbox });
  const waiting = openFeedWaits();
  async function close() {
    waiting.stopping.abort();
    for (const { close } of [pageStreams, { close: worker.stop }, announcer, database]) await close();
  }
  return {
    settings,
    billing,
    auth,
    sessions: openSessions(settings, { auth, pool: database.pool, grants: embedGrants(billing), foreignPageOf, log }),
    ...waiting,
    attempts,
    devices,
    log,
    worker,
    outbox,
    pageStreams,
    readiness,
    bodies: createBodies((request) => networkOf(senderOf(request, settings.trustProxy))),
    callerQueues: createCallerQueues(),
    metrics,
    close,
  };
}

function openPageStreams({ databaseUrl: url }: ReadySettings, { database, log }: { database: Database; log: Logger }) {
  return createPageStreams({ url, runningSessions: (ids) => readRunningSessions(database.pool, ids), log });
}

function connect(settings: ReadySettings, log: Logger, connectMs?: number): Database {
  const { databaseUrl: url, databasePool: max, phase } = settings;
  const onError = (err: Error) => log.warn({ err }, 'A database connection was lost');
  return openDatabase({ url, max, connectMs, phase, onError });
}

/** Dependencies that come straight from the settings. */
function setFor(given: ReadySettings, { phase }: Database) {
  const { now = () => new Date(), plans, limits: callLimits, ...settings } = given;
  const selling = () => settings.selling && phase() === 'open';
  const { accessTokenSeconds, baseUrl, redirectOrigins, duplicates, ends } = settings;
  const pages = Object.entries(settings.providers).map(([name, { dashboardUrl }]) => [name, dashboardUrl]);
  const former = { ignored: settings.ignoreFormer, pages: Object.fromEntries(pages) };
  const own = { generation: createPlansGeneration(plans), former, callLimits, hasAccounts: !settings.login };
  const places = { baseUrl, placeholderDomain: placeholderDomain(settings.mail?.from, baseUrl), redirectOrigins };
  return { now, plans, ...own, ...places, accessTokenSeconds, duplicates, selling, ends };
}

type Mailing = Pick<Parameters<typeof openOutbox>[1], 'log' | 'onOutcome'> & { database: Database };

function openMails(settings: ReadySettings, { database, ...parts }: Mailing, billing: () => Billing) {
  const { mail: smtp, sandbox, provider, providers, brand, mailKeepDays: keepDays } = settings;
  const onlyAccounts = () => database.phase() !== 'open';
  const renew: OutboxOptions['renew'] = (kind, concerns) => renewMail(billing(), kind, concerns);
  const places = { smtp, sandboxUrl: sandbox ? providers[provider].apiUrl : undefined };
  return openOutbox(places, { ...parts, pool: database.pool, brand, keepDays, onlyAccounts, renew });
}

function openAccounts(
  settings: ReadySettings,
  billing: Billing,
  parts: { announcer: Announcer } & Pick<AuthOptions, 'log' | 'outbox'>,
) {
  const devices = createDevices({ secret: settings.keys.sessions, baseUrl: settings.baseUrl });
  const attempts = createAttempts(billing.database.pool, settings.limits);
  const { countMail } = attempts;
  return { attempts, devices, auth: openAuth(settings, billing, { ...parts, devices, countMail }) };
}

function openAuth(
  settings: ReadySettings,
  billing: Billing,
  { announcer, ...parts }: { announcer: Announcer } & Pick<AuthOptions, 'log' | 'outbox' | 'devices' | 'countMail'>,
): Auth {
  return createAuth({
    prisma: billing.database.prisma,
    secret: settings.keys.sessions,
    baseUrl: settings.baseUrl,
    trustedOrigins: trustedOrigins(settings),
    sessionDays: settings.sessionDays,
    social: settings.social,
    deletion: {
      before: (userId) => prepareErasure(billing, userId),
      after: (userId) => finishErasure(billing, userId),
    },
    onProven: (account) => onProvenAddress(billing, account),
    onSessionEnd: announcer.announce,
    ...parts,
  });
}

function createQueue({ webhookPool }: Database, { announce }: Announcer, aheadMs: () => number) {
  return createEventQueue(webhookPool, { onChange: announce, bodyDays: createBodyDays(webhookPool), aheadMs });
}

/** In whole seconds: the machine's own clock is not ahead. */
const aheadOf = (now: Date) => Math.trunc((now.getTime() - Date.now()) / 1_000) * 1_000;

type Measured = Pick<Deps, 'readiness' | 'pageStreams'> & Pick<Billing, 'database' | 'prices' | 'selling'>;

function openMetrics(settings: ReadySettings, measured: Measured) {
  const { database, readiness, pageStreams, prices, selling } = measured;
  if (settings.metricsPort === undefined && !settings.metricsToken) return null;
  const providers = [settings.provider, ...settings.draining];
  return createMetrics({
    providers,
    pools: { calls: database.pool, webhooks: database.webhookPool, jobs: database.jobPool },
    readOperationalStatus: createOperationalStatus({ database, plans: settings.plans, setUp: providers }),
    isUp: async () => (await readiness.read()).database === 'up',
    streams: pageStreams.count,
    ignoredFormer: settings.ignoreFormer,
    selling,
    priceDifferences: () => prices.differences(settings.provider),
    notIgnored: () => prices.notIgnored() ?? [],
  });
}

/** The adapters of the active and draining providers, by name. */
function createAdapters(
  { provider, draining, providers, plans, checkout }: ReadySettings,
  { metrics, prices, timeoutMs }: { metrics: Metrics | null; prices: PriceBook; timeoutMs?: number },
): Map<string, Adapter> {
  const create = (name: ProviderName) => {
    const { secretKey = '', webhookSecrets = [], ignoredPrices: _, ...rest } = providers[name];
    const learnt = { knownPrices: prices.known(name) };
    const options: AdapterOptions = { secretKey, webhookSecrets, timeoutMs, checkout, ...learnt, ...rest };
    const isKnown = (plan: string) => paidPlan(plans, plan) !== undefined;
    const isIgnored = (id?: string) =>
      prices.toIgnore().has(name) && (id === undefined || prices.classOf(name, id).class === 'ignored');
    const rules = { isKnown, isIgnored, oneTimeDays: plans.access.one_time_days };
    const adapter = withKnownPlans(adapterDefinitions[name].create(options), rules);
    return metrics ? meterAdapter(adapter, metrics) : adapter;
  };
  return new Map([provider, ...draining].map((name) => [name, create(name)]));
}
