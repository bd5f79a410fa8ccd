import { SECRET, updateRequests } from '../../load/events.ts';
import { runLoad } from '../../load/load.ts';
import { startDurablePostgres } from '../parts/postgres.ts';
import { type ServiceProcess, settingsFor, startService } from '../parts/service.ts';
import { quantile, type Report, type RunOptions, type Scenario } from '../report.ts';

const MINUTES = 20;
const SHORT_SECONDS = 4;
const CONNECTIONS = 16;
const SUBSCRIPTIONS = 500;
/** Requests are signed shortly before they are sent, in chunks of this length. */
const CHUNK_SECONDS = 2;
const MAX_P99_MS = { long: 250, short: 1_000 };
const MAX_GROWTH_MB = 1;
/** Caches and heap grow first: memory is judged only after this time, and only in runs of twice this length. */
const WARM_UP_MINUTES = 5;

interface Sample {
  minute: number;
  megabytes: number;
}

interface Sent {
  answers: number;
  ok: number;
  seconds: number;
  /** Milliseconds, by chunk. */
  latencies: number[][];
}

/** Sends webhooks in production mode long enough to detect growing memory. */
export const atHalfOfPeak: Scenario = {
  name: 'at half of its peak',
  promise: '20 minutes at half of its own peak: all 2xx, p99 at most 250 ms, memory grows by at most 1 MB a minute',
  async run({ short, minutes = MINUTES }: RunOptions) {
    const seconds = short ? SHORT_SECONDS : minutes * 60;
    const postgres = await startDurablePostgres();
    const service = await startService({
      ...settingsFor(await postgres.createDatabase()),
      NODE_ENV: 'production',
      ALPHA_WEBHOOK_SECRET: SECRET,
    });
    const watch = watchMemory(service);
    try {
      const peak = await measurePeak(service, short);
      const sent = await sendSteadily(service, { rate: short ? peak / 6 : peak / 2, seconds });
      return judge({ peak, sent, samples: watch.stop(), alive: service.isAlive(), short });
    } finally {
      watch.stop();
      await service.remove();
      await postgres.remove();
    }
  },
};

let rounds = 0;

const makeRequests = (count: number) => updateRequests({ subscriptions: SUBSCRIPTIONS, count, round: rounds++ });

/** Answers a second with one pending request on each connection: the median of three rounds. */
async function measurePeak({ url }: ServiceProcess, short: boolean): Promise<number> {
  const peaks: number[] = [];
  for (let round = 0; round <= 3; round += 1) {
    const requests = makeRequests(short ? 500 : 4_000);
    const { perSecond } = await runLoad({ port: portOf(url), connections: CONNECTIONS, requests });
    if (round > 0) peaks.push(perSecond);
  }
  return quantile(peaks, 0.5);
}

async function sendSteadily({ url }: ServiceProcess, { rate, seconds }: { rate: number; seconds: number }) {
  const sent: Sent = { answers: 0, ok: 0, seconds: 0, latencies: [] };
  const begun = performance.now();
  for (let chunk = 1; chunk * CHUNK_SECONDS <= seconds; chunk += 1) {
    const requests = makeRequests(Math.round(rate * CHUNK_SECONDS));
    const left = chunk * CHUNK_SECONDS - (performance.now() - begun) / 1000;
    const pace = requests.length / Math.max(left, CHUNK_SECONDS / 2);
    const latencies: number[] = [];
    const onAnswer = (ms: number) => void latencies.push(ms);
    const { answers, ok } = await runLoad({ port: portOf(url), connections: CONNECTIONS, requests, pace, onAnswer });
    sent.answers += answers;
    sent.ok += ok;
    sent.latencies.push(latencies);
  }
  sent.seconds = (performance.now() - begun) / 1000;
  return sent;
}

function watchMemory(service: ServiceProcess): { stop(): Sample[] } {
  const samples: Sample[] = [];
  const begun = Date.now();
  const timer = setInterval(() => {
    if (!service.isAlive()) return;
    samples.push({ minute: (Date.now() - begun) / 60_000, megabytes: service.memory().now / 2 ** 20 });
  }, 1_000);
  return {
    stop() {
      clearInterval(timer);
      return samples;
    },
  };
}

interface Findings {
  peak: number;
  sent: Sent;
  samples: Sample[];
  alive: boolean;
  short: boolean;
}

function judge({ peak, sent, samples, alive, short }: Findings): Report {
  const all = sent.latencies.flat();
  // Other tests on the machine cause stalls: the short run uses the median of the chunks' p99.
  const p99 = short
    ? quantile(
        sent.latencies.map((chunk) => quantile(chunk, 0.99)),
        0.5,
      )
    : quantile(all, 0.99);
  const lastMinute = samples.at(-1)?.minute ?? 0;
  const isLong = lastMinute >= 2 * WARM_UP_MINUTES;
  const watched = samples.filter(({ minute }) => minute > (isLong ? WARM_UP_MINUTES : lastMinute / 2));
  const growth = slopeOf(watched);
  const broken: string[] = [];
  if (!alive) broken.push('the process ended');
  if (sent.ok !== sent.answers) broken.push(`${sent.answers - sent.ok} of ${sent.answers} were not answered 200`);
  if (p99 > MAX_P99_MS[short ? 'short' : 'long']) broken.push(`p99 ${p99} ms`);
  if (isLong && growth > MAX_GROWTH_MB) broken.push(`memory grows by ${growth.toFixed(2)} MB a minute`);
  const figures = {
    'peak a second': Math.round(peak),
    answers: sent.answers,
    ok: sent.ok,
    minutes: (sent.seconds / 60).toFixed(1),
    'a second': Math.round(sent.answers / sent.seconds),
    'p50 ms': quantile(all, 0.5),
    'p99 ms': p99,
    'slowest ms': quantile(all, 1),
    'MB at the end': Math.round(samples.at(-1)?.megabytes ?? 0),
    ...(isLong ? { 'MB a minute': growth.toFixed(2) } : {}),
  };
  return { figures, broken };
}

/** Megabytes a minute, by least squares. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);
  const [x, y] = [mean(samples.map(({ minute }) => minute)), mean(samples.map(({ megabytes }) => megabytes))];
  const above = mean(samples.map(({ minute, megabytes }) => (minute - x) * (megabytes - y)));
  const below = mean(samples.map(({ minute }) => (minute - x) ** 2));
  return below > 0 ? above / below : 0;
}

const portOf = (url: string) => Number(new URL(url).port);
