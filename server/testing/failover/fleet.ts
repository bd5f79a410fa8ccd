import { setTimeout as sleep } from 'node:timers/promises';
import { hashOfKey } from '../../auth/callers/serviceKeys.ts';
import { freePort } from '../../database/embedded/freePort.ts';
import { type Answer, ask } from '../calls/ask.ts';
import { type OpenStream, openStream } from '../calls/stream.ts';
import type { Fact } from '../events/wire.ts';
import { messageOf, post } from '../faults/parts/deliveries.ts';
import { endlessFacts, lifeOf, runningLife } from '../faults/parts/lives.ts';
import { type ServiceProcess, settingsFor, startService } from '../faults/parts/service.ts';
import { signUp, type Visitor } from '../faults/parts/visitor.ts';

const PROCESSES = 3;
const ATTEMPTS = 5;
export const FEED_PAGE = 500;
const FEED_KEY = 'key-of-the-feed';
const AUTHORIZATION = { authorization: `Bearer ${FEED_KEY}` };

/** A webhook, the process that got it, when it was sent, its answer, and when that came (`performance.now()`). */
export interface Delivery {
  fact: Fact;
  process: number;
  sentAt: number;
  answer: Answer;
  at: number;
}

export interface Load {
  sent: readonly Delivery[];
  /** The first call begins. */
  begin(): void;
  /** Sends no more. Resolves after the last answer. */
  end(): Promise<void>;
}

/** Three processes of the service, with an open page at each. */
export interface Fleet {
  services: readonly ServiceProcess[];
  streams: readonly OpenStream[];
  /** Signed webhooks at a steady rate, to the processes in turn. */
  load(name: string): Load;
  /** Changes what the open pages show. */
  touch(): Promise<boolean>;
  readiness(): Promise<Answer[]>;
  /** Of each process: when a job that is due every few seconds last succeeded, by its name. */
  jobs(): Promise<Map<string, JobAge>[]>;
  feed(after?: string): Promise<Answer>;
  remove(): Promise<void>;
}

export interface JobAge {
  intervalMs: number;
  succeededAt: number;
}

export async function startFleet(databaseUrl: string, perSecond: number): Promise<Fleet> {
  const metricsPorts = await Promise.all(Array.from({ length: PROCESSES }, () => freePort()));
  const services: ServiceProcess[] = [];
  const leave = new AbortController();
  const remove = async () => {
    leave.abort();
    await Promise.all(services.map((service) => service.remove()));
  };
  async function watch(service: ServiceProcess) {
    const person = await signUpAgainAndAgain(service);
    const open = ({ url }: ServiceProcess) =>
      openStream((path, init) => fetch(url + path, init), person.cookie, leave.signal);
    return { person, streams: await Promise.all(services.map(open)) };
  }
  for (const port of metricsPorts) services.push(await startService(settingsOf(databaseUrl, port)));
  const [first] = services as [ServiceProcess, ...ServiceProcess[]];
  const { person, streams } = await watch(first).catch(async (error) => {
    await remove();
    throw error;
  });
  let touches = 0;
  return {
    services,
    streams,
    load: (name) => createLoad(services, { name, perSecond }),
    async touch() {
      touches += 1;
      const life = lifeOf({ name: `touch${touches}`, steps: runningLife.slice(0, 1), startsAt: Date.now(), apart: 0 });
      const fact = { ...(life.facts[0] as Fact), customer: { ...life.customer, userId: person.id } };
      return (await post(first.webhookUrl, messageOf('alpha', fact))).status === 200;
    },
    readiness: () => Promise.all(services.map(({ url }) => ask(`${url}/api/health/ready`))),
    jobs: () => Promise.all(metricsPorts.map(readJobs)),
    feed: (after) =>
      ask(`${first.url}/api/payments/changes?limit=${FEED_PAGE}${after ? `&after=${after}` : ''}`, {
        headers: AUTHORIZATION,
      }),
    remove,
  };
}

/** On a busy machine the first one may take longer than the caller waits. */
async function signUpAgainAndAgain(service: ServiceProcess): Promise<Visitor> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await signUp(service, `watcher${attempt}`);
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

const settingsOf = (databaseUrl: string, port: number) => ({
  ...settingsFor(databaseUrl),
  METRICS_PORT: `${port}`,
  METRICS_HOST: '127.0.0.1',
  SERVICE_KEYS: `feed:changes:${hashOfKey(FEED_KEY)}`,
});

function createLoad(
  services: readonly ServiceProcess[],
  { name, perSecond }: { name: string; perSecond: number },
): Load {
  const facts = endlessFacts(`${name}_`);
  const sent: Delivery[] = [];
  const underWay = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let count = 0;
  function send(): void {
    const [fact, process] = [facts.next().value, count % services.length];
    count += 1;
    const sentAt = performance.now();
    const delivery = post(services[process]?.webhookUrl ?? '', messageOf('alpha', fact)).then((answer) => {
      sent.push({ fact, process, sentAt, answer, at: performance.now() });
      underWay.delete(delivery);
    });
    underWay.add(delivery);
  }
  return {
    sent,
    begin() {
      const begun = performance.now();
      timer ??= setInterval(() => {
        for (const due = ((performance.now() - begun) / 1_000) * perSecond; count < due; ) send();
      }, 5);
    },
    async end() {
      clearInterval(timer);
      while (underWay.size > 0) await Promise.race([...underWay, sleep(100)]);
    },
  };
}

async function readJobs(port: number): Promise<Map<string, JobAge>> {
  const { status, text } = await ask(`http://127.0.0.1:${port}/metrics`);
  const at = performance.now();
  const read = (name: string) =>
    new Map(
      [...text.matchAll(new RegExp(`^billing_job_${name}{task="([^"]+)"} (\\S+)`, 'gm'))].map(
        ([, task = '', value]) => [task, 1_000 * Number(value)],
      ),
    );
  const intervals = status === 200 ? read('interval_seconds') : new Map<string, number>();
  const jobs = [...read('age_seconds')].map(
    ([task, ageMs]) => [task, { intervalMs: intervals.get(task) ?? 0, succeededAt: at - ageMs }] as const,
  );
  return new Map(jobs);
}
