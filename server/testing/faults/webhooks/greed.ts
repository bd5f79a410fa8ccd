import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Answer } from '../../calls/ask.ts';
import { type Company, startCompany } from '../../company/company.ts';
import { messageOf, post } from '../parts/deliveries.ts';
import { type Life, lifeOf, runningLife } from '../parts/lives.ts';
import { startDurablePostgres } from '../parts/postgres.ts';
import { type ServiceProcess, settingsFor, startService } from '../parts/service.ts';
import { type Visitor, visit } from '../parts/visitor.ts';
import { quantile, type Report, type Scenario } from '../report.ts';

const MB = 1_000_000;
/** What Node makes of the documented limit of 1 GiB; with 24 GiB it lets some 200 MB wait before it collects them. */
const AS_DOCUMENTED = '--max-old-space-size=512';
const LIMITS = { p99Ms: 250, memory: 128 * MB, callsASecond: 100, callsAMinute: 500 };
/** The short run shares the machine with other tests: it judges responses and memory, hardly the latency. */
const SHORT = { seconds: 4, warmUpSeconds: 2, everyMs: 50, p99Ms: 15_000 };
const LONG = { seconds: 40, warmUpSeconds: 5, everyMs: 10, p99Ms: LIMITS.p99Ms };

interface Greed {
  name: string;
  /** Concurrent calls. */
  calls: number;
  uploads: number;
}

const kinds: Greed[] = [
  { name: 'calls', calls: 50, uploads: 0 },
  { name: 'uploads', calls: 0, uploads: 700 },
  { name: 'both', calls: 50, uploads: 700 },
];
const shortKinds: Greed[] = [{ name: 'both', calls: 20, uploads: 700 }];

/** Delivers webhooks in production mode while another client uses as much as it can. */
export const greed: Scenario = {
  name: 'greed',
  promise:
    'promise 14: beside one greedy user and 700 forged uploads of 1 MiB, every webhook is answered 200 with p99 at most 250 ms, at most 128 MB are used, and the provider’s rate limit is kept',
  async run({ short }) {
    const postgres = await startDurablePostgres();
    const company = await startCompany();
    const report: Report = { figures: {}, broken: [] };
    const settings = settingsFor(await postgres.createDatabase(), company.url);
    const service = await startService({ ...settings, NODE_ENV: 'production', NODE_OPTIONS: AS_DOCUMENTED });
    try {
      const pace = short ? SHORT : LONG;
      const visitor = await visit(service, 'greedy');
      await warmUp(service, pace);
      for (const kind of short ? shortKinds : kinds) await suffer({ service, company, visitor, report, pace }, kind);
      if (!service.isAlive()) report.broken.push('the process died');
      return report;
    } finally {
      await service.remove();
      await company.close();
      await postgres.remove();
    }
  },
};

interface Setup {
  service: ServiceProcess;
  company: Company;
  visitor: Visitor;
  report: Report;
  pace: Pace;
}

type Pace = typeof LONG;

/** Warms up the service: loading and compiling at the first calls must not count. */
async function warmUp(service: ServiceProcess, { everyMs, warmUpSeconds }: Pace): Promise<void> {
  const modest = startGreedy(service, await visit(service, 'modest'), { name: 'modest', calls: 1, uploads: 1 });
  await deliverFor(service, 'warm', { everyMs, seconds: warmUpSeconds });
  await modest.stop();
}

async function suffer({ service, company, visitor, report, pace }: Setup, kind: Greed): Promise<void> {
  const { name } = kind;
  company.requests.length = 0;
  writeFileSync(`/proc/${service.pid}/clear_refs`, '5');
  const before = service.memory().now;
  const greedy = startGreedy(service, visitor, kind);
  const answers = await deliverFor(service, name, pace);
  const told = await greedy.stop();
  const times = company.requests.map(({ at }) => at);
  const grown = service.memory().peak - before;
  const bad = answers.filter(({ status }) => status !== 200);
  const p99 = quantile(
    answers.map(({ ms }) => ms),
    0.99,
  );
  report.figures[name] = [
    `${answers.length} webhooks, p50 ${quantile(
      answers.map(({ ms }) => ms),
      0.5,
    )} p99 ${p99} slowest ${quantile(
      answers.map(({ ms }) => ms),
      1,
    )} ms`,
    `${(grown / MB).toFixed(1)} MB more than ${(before / MB).toFixed(0)}`,
    `provider ${busiest(times, 1_000)} a second, ${busiest(times, 60_000)} a minute`,
    `calls ${JSON.stringify(told.calls)}, uploads ${JSON.stringify(told.uploads)}`,
  ].join(', ');
  const { broken } = report;
  broken.push(...bad.slice(0, 5).map(({ status, text }) => `${name}: a webhook was answered ${status} ${text}`));
  if (p99 > pace.p99Ms) broken.push(`${name}: p99 of webhooks ${p99} ms`);
  if (grown > LIMITS.memory) broken.push(`${name}: ${(grown / MB).toFixed(1)} MB more`);
  if (busiest(times, 1_000) > LIMITS.callsASecond || busiest(times, 60_000) > LIMITS.callsAMinute)
    broken.push(`${name}: the provider got more calls than its limit allows`);
  if (told.mute > 0) broken.push(`${name}: ${told.mute} refusals had no error text`);
  for (const status of Object.keys(told.calls))
    if (!['200', '207', '413', '429'].includes(status)) broken.push(`${name}: calls were answered ${status}`);
}

/** Sends signed events at a fixed rate, regardless of earlier responses. */
async function deliverFor(
  { webhookUrl }: ServiceProcess,
  name: string,
  { seconds, everyMs }: Pick<Pace, 'seconds' | 'everyMs'>,
): Promise<Answer[]> {
  const many = (seconds * 1_000) / everyMs;
  const startsAt = Date.now() - 3_600_000;
  const lives = Array.from(
    { length: many / runningLife.length },
    (_, n): Life => lifeOf({ name: `${name}${n}`, steps: runningLife, startsAt, apart: 60_000 }),
  );
  const begun = Date.now();
  const asked: Promise<Answer>[] = [];
  for (const [index, fact] of lives.flatMap(({ facts }) => facts).entries()) {
    const early = begun + index * everyMs - Date.now();
    if (early > 0) await sleep(early);
    asked.push(post(webhookUrl, messageOf('alpha', fact)));
  }
  return Promise.all(asked);
}

interface Progress {
  calls: Record<string, number>;
  uploads: Record<string, number>;
  mute: number;
}

function startGreedy({ url }: ServiceProcess, { cookie }: Visitor, { calls, uploads }: Greed) {
  const script = fileURLToPath(new URL('greedProcess.ts', import.meta.url));
  const args = ['--import', 'tsx', script, url, cookie, `${calls}`, `${uploads}`];
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout?.on('data', (chunk) => (output += chunk));
  return {
    async stop(): Promise<Progress> {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      return JSON.parse(output) as Progress;
    },
  };
}

/** The largest number of calls within `ms` milliseconds. */
function busiest(times: readonly number[], ms: number): number {
  return times.reduce((most, time, index) => {
    const within = times.slice(index).filter((later) => later < time + ms).length;
    return Math.max(most, within);
  }, 0);
}
