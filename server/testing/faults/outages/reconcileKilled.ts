import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ApiCall } from '../../../sandbox/control/calls.ts';
import { wordObject } from '../../../sandbox/wordEvent.ts';
import { listedIn, type SandboxCompany, startSandboxCompany } from '../../company/sandboxCompany.ts';
import { alphaEvent, subscriptionOf } from '../../events/alphaObjects.ts';
import { forEach, isAccepted, post, sign } from '../parts/deliveries.ts';
import { startDurablePostgres } from '../parts/postgres.ts';
import { runCli } from '../parts/runCli.ts';
import { type Environment, SECRET_KEY, settingsFor, startService } from '../parts/service.ts';
import { randomFrom } from '../random.ts';
import type { Report, RunOptions, Scenario } from '../report.ts';

const RATE = 100;
const ANSWER_MS = 30;
const LONGEST_MS = 300_000;

interface Setup {
  company: SandboxCompany;
  pool: pg.Pool;
  environment: Environment;
  customers: number;
}

/** Two processes reconcile and one of them is killed repeatedly; then a repair runs with a wrong key. */
export const reconcileKilled: Scenario = {
  name: 'reconcile killed',
  promise:
    'two processes reconcile and one of them is killed repeatedly: every customer is compared within the rate; a wrong key ends no subscription',
  async run({ seed, short }: RunOptions) {
    const report: Report = { figures: {}, broken: [] };
    const company = await startSandboxCompany('alpha', { secretKey: SECRET_KEY });
    const postgres = await startDurablePostgres();
    const databaseUrl = await postgres.createDatabase();
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
    const environment = { ...settingsFor(databaseUrl, company.url), DRAINING_PROVIDERS: '' };
    const setup: Setup = { company, pool, environment, customers: short ? 300 : 3_000 };
    try {
      await fill(setup);
      await company.api({ mode: 'slow', ms: ANSWER_MS });
      await reconcileUnderKills(setup, { seed, kills: short ? 1 : 6 }, report);
      await company.api({ mode: 'ok' });
      await repairWithWrongKeys(setup, report);
    } finally {
      await pool.end();
      await company.close();
      await postgres.remove();
    }
    return report;
  },
};

async function fill({ company, environment, customers }: Setup): Promise<void> {
  const service = await startService(environment);
  const facts = Array.from({ length: customers }, (_, id) => subscriptionOf(id));
  await company.know(...facts);
  await forEach(facts, 16, async (fact) => {
    const event = alphaEvent('customer.subscription.created', { ...wordObject('alpha', fact) });
    const answer = await post(service.webhookUrl, sign('alpha', JSON.stringify(event), event.id));
    if (!isAccepted(answer)) throw new Error(`A subscription was answered ${answer.status}`);
  });
  await service.remove();
}

const listed = async ({ company }: Setup) => listedIn(await company.calls());

async function reconcileUnderKills(setup: Setup, { seed, kills }: { seed: number; kills: number }, report: Report) {
  const random = randomFrom(seed);
  const environment = { ...setup.environment, RECONCILE_EVERY: '1d', ALPHA_RECONCILE_RATE: `${RATE}` };
  const services = await Promise.all([startService(environment), startService(environment)]);
  const runs = async () =>
    (await setup.pool.query('SELECT id, customers, failed, "finishedAt" FROM reconcile_run')).rows;
  const isOver = async () => (await runs()).some(({ finishedAt }) => finishedAt !== null);
  const giveUpAt = Date.now() + LONGEST_MS;
  try {
    for (let kill = 1; kill <= kills; kill += 1) {
      const due = (setup.customers * kill) / (kills + 1);
      while (new Set(await listed(setup)).size < due && !(await isOver())) await sleep(100);
      const victim = services[random.below(2)];
      await victim?.kill();
      await victim?.start();
    }
    while (!(await isOver()) && Date.now() < giveUpAt) await sleep(100);
  } finally {
    for (const service of services) await service.remove();
  }
  const [run, ...others] = await runs();
  const made = await setup.company.calls();
  const calls = listedIn(made);
  const missed = setup.customers - new Set(calls).size;
  report.figures.customers = setup.customers;
  report.figures.kills = kills;
  report.figures['requested again'] = calls.length - setup.customers + missed;
  report.figures['longest pause, ms'] = longestPause(made);
  report.figures[`calls in the busiest second (rate ${RATE})`] = busiestSecond(made);
  if (others.length > 0) report.broken.push(`${others.length} more runs were started`);
  if (!run?.finishedAt || run.customers !== setup.customers || run.failed !== 0)
    report.broken.push(`the run ended with ${JSON.stringify(run)}: ${await reasons(setup)}`);
  if (missed > 0) report.broken.push(`${missed} customers were never requested`);
  if (busiestSecond(made) > RATE * 1.5) report.broken.push('the rate was exceeded');
  if (longestPause(made) > 30_000) report.broken.push('no process continued for 30 s');
}

/** The reasons why customers were skipped. */
async function reasons({ pool }: Setup): Promise<string> {
  const { rows } = await pool.query(`SELECT DISTINCT theirs FROM drift WHERE class = 'unreadable'`);
  return rows.map(({ theirs }) => theirs).join('; ');
}

const timesOf = (calls: readonly ApiCall[]) => calls.map(({ at }) => at);

function longestPause(calls: readonly ApiCall[]): number {
  const times = timesOf(calls);
  return Math.round(Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at))));
}

function busiestSecond(calls: readonly ApiCall[]): number {
  const times = timesOf(calls);
  let first = 0;
  let most = 0;
  times.forEach((at, last) => {
    while ((times[first] ?? 0) <= at - 1_000) first += 1;
    most = Math.max(most, last - first + 1);
  });
  return most;
}

async function repairWithWrongKeys({ company, pool, environment, customers }: Setup, report: Report): Promise<void> {
  const running = async () =>
    (await pool.query<{ count: number }>(`SELECT count(*)::int FROM subscription WHERE status = 'active'`)).rows[0]
      ?.count;
  const repair = async (what: string, args: string[], expected: { code: number; running: number }) => {
    const { code } = await runCli(environment, 'reconcile', '--fix', '--pace', '0', '--json', ...args);
    const left = await running();
    report.figures[what] = `${customers - (left ?? 0)} of ${customers} ended`;
    if (code !== expected.code || left !== expected.running)
      report.broken.push(`${what}: exit code ${code}, ${left} of ${customers} are still active`);
  };
  await company.control('POST', 'switches', { account: 'acct_2' });
  await repair('with the key of another account', [], { code: 1, running: customers });
  await company.control('POST', 'switches', { account: 'acct_sandbox' });
  const names = (kind: string) => Array.from({ length: customers }, (_, id) => `${kind}_${id}`);
  await company.forget({ customers: names('cus'), subscriptions: names('sub') });
  await repair('with a key of an empty account', [], { code: 1, running: customers });
  await repair('with --yes-end 1', ['--yes-end', '1'], { code: 1, running: customers });
  await repair('with --yes-end and the number', ['--yes-end', `${customers}`], { code: 0, running: 0 });
}
