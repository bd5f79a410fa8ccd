import pg from 'pg';
import type { Answer } from '../../calls/ask.ts';
import { type Company, startCompany } from '../../company/company.ts';
import { type SandboxCompanies, startSandboxCompanies } from '../../company/sandboxCompany.ts';
import { type Provider, providers, truthOf } from '../../events/wire.ts';
import { median } from '../../load/median.ts';
import { forEach, isAccepted, messageOf, post } from '../parts/deliveries.ts';
import { differences, type Life, lifeOf } from '../parts/lives.ts';
import { startDurablePostgres } from '../parts/postgres.ts';
import { SECRET_KEY, type ServiceProcess, settingsFor, startService } from '../parts/service.ts';
import { clickCheckout, clickPortal, type Visitor, visit } from '../parts/visitor.ts';
import { quantile, type Report, type Scenario } from '../report.ts';
import { waitUntilRefetched } from '../webhooks/orders.ts';
import { type Gateway, type GatewayMode, gatewayFaults, startGateway } from './gateway.ts';

const TIES = 8;
const AT_ONCE = 16;
const USER_WAITS_MS = 10_000;
const REFETCHED_WITHIN_MS = 60_000;
/** The required share of the healthy rate. Other work on the machine makes the measured rate vary. */
const NOISE = 0.6;
const NOISE_OF_FEW = 0.3;

interface Setup {
  pool: pg.Pool;
  service: ServiceProcess;
  gateways: Gateway[];
  companies: SandboxCompanies;
  company: Company;
  events: number;
  report: Report;
}

export const providerAway: Scenario = {
  name: 'provider away',
  promise:
    'webhooks unaffected, ties are refetched after its return, users get the 500 within 10 s, one session a double click',
  async run({ short }) {
    const postgres = await startDurablePostgres();
    const databaseUrl = await postgres.createDatabase();
    const [companies, company] = [await startSandboxCompanies({ secretKey: SECRET_KEY }), await startCompany()];
    const isSale = (path: string) => /^\/v1\/(checkout|billing_portal|customers|prices|products)/.test(path);
    const [alpha, beta, gamma] = await Promise.all([
      startGateway((path) => (isSale(path) ? company.url : companies.alpha.url)),
      startGateway(() => companies.beta.url),
      startGateway(() => companies.gamma.url),
    ]);
    const ways = { ALPHA_API_URL: alpha.url, BETA_API_URL: beta.url, GAMMA_API_URL: gamma.url };
    const gateways = [alpha, beta, gamma];
    const service = await startService({ ...settingsFor(databaseUrl), ...ways });
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
    const report: Report = { figures: {}, broken: [] };
    const setup = { pool, service, gateways, companies, company, events: short ? 100 : 600, report };
    try {
      await measure(setup, 'warm up');
      const shares: number[] = [];
      for (const mode of short ? (['cut'] as const) : gatewayFaults) shares.push(await strike(setup, mode));
      const share = median(shares);
      report.figures['webhook rate, share of the healthy (median)'] = share.toFixed(2);
      if (share < (short ? NOISE_OF_FEW : NOISE))
        report.broken.push(`the webhook rate fell to ${share.toFixed(2)} of the healthy one`);
      return report;
    } finally {
      await pool.end();
      await service.remove();
      await Promise.all([...gateways, companies, company].map((each) => each.close()));
      await postgres.remove();
    }
  },
};

/** Resolves to the rate of webhooks during the fault, as a share of the rate just before it. */
async function strike(setup: Setup, mode: GatewayMode): Promise<number> {
  const { gateways, service, report, pool } = setup;
  const set = (to: GatewayMode) => Promise.all(gateways.map((gateway) => gateway.set(to)));
  const visitor = await visit(service, mode);
  const healthy = await measure(setup, `before_${mode}`);
  await set(mode);
  const ties = await makeTies(setup, mode);
  const inFault = await measure(setup, `in_${mode}`);
  const slowest = await askForPages(setup, mode, visitor);
  const waiting = await waitUntilRefetched(pool, 0);
  if (waiting === 0 && mode !== 'slow') report.broken.push(`${mode}: no tie waited for the provider`);
  await set('ok');
  const begun = Date.now();
  const owed = await waitUntilRefetched(pool, REFETCHED_WITHIN_MS);
  const settledAfter = Date.now() - begun;
  if (owed > 0) report.broken.push(`${mode}: ${owed} ties were not refetched ${settledAfter} ms after the return`);
  for (const [provider, lives] of ties) report.broken.push(...(await differences(pool, provider, lives)));
  await doubleClick(setup, mode, visitor);
  report.figures[mode] =
    `${inFault.rate} events a second (before: ${healthy.rate}), slowest ${inFault.slowest} ms, pages ${slowest} ms, ${waiting} ties refetched after ${settledAfter} ms`;
  return inFault.rate / Math.max(healthy.rate, 1);
}

async function measure({ service, events, report }: Setup, name: string) {
  const facts = Array.from({ length: events }, (_, index) =>
    lifeOf({ name: `${name}_${index}`, steps: [['created', {}]], startsAt: Date.now() - 60_000, apart: 0 }),
  ).flatMap((life) => life.facts);
  const answers: Answer[] = [];
  const begun = Date.now();
  await forEach(facts, AT_ONCE, async (fact) => {
    answers.push(await post(service.webhookUrl, messageOf('alpha', fact)));
  });
  const refused = answers.filter((answer) => !isAccepted(answer)).length;
  if (refused > 0) report.broken.push(`${name}: ${refused} of ${events} webhooks were not answered 2xx`);
  const times = answers.map(({ ms }) => ms);
  return { rate: Math.round((events * 1_000) / (Date.now() - begun)), slowest: quantile(times, 1) };
}

/** Creates ties for every provider: subscriptions with two contradictory events of the same time. */
async function makeTies({ service, companies, report }: Setup, mode: GatewayMode): Promise<Map<Provider, Life[]>> {
  const startsAt = Math.floor(Date.now() / 1000) * 1000 - 60_000;
  const made = new Map<Provider, Life[]>();
  for (const provider of providers) {
    const lives = Array.from({ length: TIES }, (_, index) =>
      lifeOf({ name: `tie_${provider}_${mode}_${index}`, steps: tieSteps, startsAt, apart: 0 }),
    );
    made.set(provider, lives);
    await companies[provider].know(...lives.map(({ snapshot, customer }) => truthOf(snapshot, customer)));
    await forEach(lives, AT_ONCE, async ({ facts }) => {
      for (const fact of facts.toReversed()) {
        const answer = await post(service.webhookUrl, messageOf(provider, fact));
        if (!isAccepted(answer)) report.broken.push(`${mode}: a tie was answered ${answer.status}`);
      }
    });
  }
  return made;
}

const tieSteps = [
  ['updated', { plan: 'starter' }],
  ['updated', { plan: 'pro' }],
] as const satisfies Parameters<typeof lifeOf>[0]['steps'];

/** Resolves to the milliseconds of the slowest answer. */
async function askForPages({ service, report }: Setup, mode: GatewayMode, visitor: Visitor): Promise<number> {
  const asked = [
    { name: 'checkout', answer: clickCheckout(service, visitor, 'starter'), text: 'Failed to create checkout session' },
    { name: 'portal', answer: clickPortal(service, visitor), text: 'Internal Server Error' },
  ];
  let slowest = 0;
  for (const { name, answer: pending, text } of asked) {
    const answer = await pending;
    slowest = Math.max(slowest, Math.round(answer.ms));
    const refused = answer.status === 500 && answer.text === JSON.stringify({ error: text });
    const served = mode === 'slow' && answer.status === 200;
    if (!refused && !served) report.broken.push(`${mode}: ${name} answered ${answer.status} ${answer.text}`);
    if (answer.ms > USER_WAITS_MS) report.broken.push(`${mode}: ${name} took ${Math.round(answer.ms)} ms`);
  }
  return slowest;
}

async function doubleClick({ service, company, report }: Setup, mode: GatewayMode, visitor: Visitor): Promise<void> {
  const before = company.sessions.size;
  const clicks = await Promise.all([1, 2].map(() => clickCheckout(service, visitor, 'pro')));
  const sessions = new Set(clicks.map(({ text }) => text));
  const made = company.sessions.size - before;
  if (clicks.some(({ status }) => status !== 200) || sessions.size !== 1 || made !== 1)
    report.broken.push(`after ${mode}: a double click made ${made} sessions: ${[...sessions].join(' ')}`);
}
