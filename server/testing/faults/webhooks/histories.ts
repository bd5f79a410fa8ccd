import fc from 'fast-check';
import pg from 'pg';
import { pino } from 'pino';
import { reconcile } from '../../../billing/sync/reconcile/reconcile.ts';
import { openServiceKeys } from '../../../database/keys/serviceKeys.ts';
import { createDeps, type Deps } from '../../../deps.ts';
import { readSettings } from '../../../settings/settings.ts';
import { type SandboxCompanies, startSandboxCompanies } from '../../company/sandboxCompany.ts';
import { customerTruth, type Fact, modelPlans, type Provider, providers, truthOf } from '../../events/wire.ts';
import { ModelCompany, type Step } from '../../histories/modelCompany.ts';
import { isAccepted, messageOf, post } from '../parts/deliveries.ts';
import { differences } from '../parts/lives.ts';
import { startDurablePostgres } from '../parts/postgres.ts';
import { SECRET_KEY, type ServiceProcess, settingsFor, startService } from '../parts/service.ts';
import type { Scenario } from '../report.ts';

const plan = fc.constantFrom(...modelPlans);
const interval = fc.constantFrom('month', 'year');
const after = fc.constantFrom(0, 0, 400, 1_000, 5_000, 60_000);
const which = fc.nat(2);

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('start'), trial: fc.boolean(), plan, interval, after }),
  fc.record({ do: fc.constant('changePlan'), which, plan, after }),
  fc.record({ do: fc.constantFrom('renew', 'fail', 'recover', 'scheduleCancel', 'undo', 'cancel'), which, after }),
) as fc.Arbitrary<Step>;

/** The delivery of one event: the number of copies, and how far they are delayed. */
const way = fc.record({ copies: fc.constantFrom(0, 1, 1, 1, 1, 2, 3), late: fc.nat(6) });

const history = fc.record({
  provider: fc.constantFrom(...providers),
  steps: fc.array(step, { minLength: 2, maxLength: 9 }),
  ways: fc.array(way, { minLength: 30, maxLength: 30 }),
});

interface Setup {
  service: ServiceProcess;
  companies: SandboxCompanies;
  pool: pg.Pool;
  deps: Deps;
}

let told = 0;

export const histories: Scenario = {
  name: 'histories',
  promise: '1,000 random histories with duplicates, reorderings and drops equal the provider’s state after a reconcile',
  async run({ seed, short }) {
    const postgres = await startDurablePostgres();
    const databaseUrl = await postgres.createDatabase();
    const companies = await startSandboxCompanies({ secretKey: SECRET_KEY });
    const environment = { ...settingsFor(databaseUrl), ...companies.environment };
    const service = await startService(environment);
    const settings = readSettings({ ...environment, DATABASE_POOL: '3' });
    const keys = await openServiceKeys(databaseUrl, { secrets: settings.authSecrets ?? [] });
    const ready = { ...settings, baseUrl: service.url, databaseUrl, keys };
    const deps = createDeps(ready, pino({ level: 'silent' }));
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
    const setup = { service, companies, pool, deps };
    try {
      const check = fc.asyncProperty(history, (given) => tell(setup, given));
      const result = await fc.check(check, { seed, numRuns: short ? 20 : 1_000 });
      const broken = result.failed ? [String(result.errorInstance), fc.defaultReportMessage(result) ?? ''] : [];
      return { figures: { histories: result.numRuns, deliveries: told }, broken };
    } finally {
      await pool.end();
      await deps.close();
      await service.remove();
      await companies.close();
      await postgres.remove();
    }
  },
};

type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never;

let lived = 0;

/** Throws with the differences between our final records and the provider's. */
async function tell(setup: Setup, { provider, steps, ways }: History): Promise<void> {
  lived += 1;
  const company = new ModelCompany(`h${lived}`, Math.floor(Date.now() / 1000) * 1000 - 86_400_000).live(steps);
  const truth = company.subscriptions.map((sub) => truthOf(sub, company.customer));
  await setup.companies[provider].know(customerTruth(company.customer), ...truth);
  for (const fact of onTheWay(company.facts, ways)) {
    told += 1;
    const answer = await post(setup.service.webhookUrl, messageOf(provider, fact));
    if (!isAccepted(answer)) throw new Error(`${fact.id} was answered ${answer.status} ${answer.text}`);
  }
  await reconcileUser(setup, provider, company.customer.userId);
  const { customer, facts } = company;
  const lives = company.subscriptions.map((snapshot) => ({ customer, facts, snapshot }));
  const wrong = await differences(setup.pool, provider, lives);
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
}

/** The order of the deliveries. The customer's event always arrives first: reconcile needs a known customer. */
function onTheWay([first, ...rest]: Fact[], ways: History['ways']): Fact[] {
  const moved = rest.flatMap((fact, index) => {
    const { copies, late } = ways[index % ways.length] ?? { copies: 1, late: 0 };
    return Array.from({ length: copies }, (_, copy) => ({ fact, at: index + late * (copy + 1) }));
  });
  const sorted = moved.toSorted((a, b) => a.at - b.at).map(({ fact }) => fact);
  return first ? [first, ...sorted] : sorted;
}

async function reconcileUser({ deps }: Setup, provider: Provider, userId: string): Promise<void> {
  const adapter = deps.billing.adapters.get(provider);
  if (!adapter) throw new Error(`No adapter for ${provider}`);
  await reconcile(deps.billing, { adapter, fix: true, trigger: 'command', paceMs: 0, userId });
}
