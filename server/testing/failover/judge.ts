import { setTimeout as sleep } from 'node:timers/promises';
import { forEach, messageOf, post } from '../faults/parts/deliveries.ts';
import type { Report } from '../faults/report.ts';
import { missing } from '../faults/upgrades/missing.ts';
import { until } from '../run/until.ts';
import { type Delivery, FEED_PAGE, type Fleet, type Load } from './fleet.ts';
import type { Pair } from './pair.ts';
import type { Round } from './rounds.ts';

const REPEATS_AT_ONCE = 20;
const CALM_MS = 2_000;
const JOBS_MS = 10_000;
/** Jobs that are due less often say nothing about a failover. */
const OFTEN_MS = 15_000;
const PATIENCE_MS = 60_000;

const inSeconds = (ms: number) => (ms / 1_000).toFixed(1);

/** Plays one round under load and compares what was promised. */
export async function playRound(pair: Pair, fleet: Fleet, round: Round): Promise<Report> {
  await pair.setSynchronous(round.isSynchronous);
  await pair.front(round.leavesConnections ?? false);
  await until('every process is ready', () => areReady(fleet), PATIENCE_MS);
  const load = fleet.load(`failover${Date.now()}`);
  try {
    return await judge(pair, fleet, { round, load });
  } finally {
    await load.end();
  }
}

async function judge(pair: Pair, fleet: Fleet, { round, load }: { round: Round; load: Load }): Promise<Report> {
  if (!round.probesOnly) load.begin();
  await sleep(CALM_MS);
  const cursor = await endOfFeed(fleet);
  const begun = performance.now();
  const { backAt, mend, broken = [] } = await round.play(pair, fleet);
  await until('every process is ready again', () => areReady(fleet), PATIENCE_MS);
  const readyMs = performance.now() - backAt;
  const jobs = await slowestJob(fleet, backAt);
  load.begin();
  await untilEachAccepted(fleet, load, backAt);
  await mend();
  await pair.untilPaired();
  await sleep(CALM_MS);
  await load.end();
  const firstMs = Math.max(...fleet.services.map((_, process) => firstAccepted(load.sent, process, backAt))) - backAt;
  const accepted = load.sent.filter(({ answer }) => answer.status === 200);
  const lost = await missing(pair.databaseUrl, new Set(accepted.map(({ fact }) => fact.id)));
  if (readyMs > JOBS_MS) broken.push(`a process was not ready for ${inSeconds(readyMs)} s`);
  if (!round.probesOnly && firstMs > round.firstWithinMs) broken.push(`a first 2xx came after ${inSeconds(firstMs)} s`);
  if (jobs.overMs > JOBS_MS) broken.push(`the job ${jobs.name} was ${inSeconds(jobs.overMs)} s late`);
  if (!round.mayLose) broken.push(...lost);
  const later = refusedLater(fleet, load.sent, backAt);
  broken.push(...later, ...(await problemsAfterwards(fleet, load)));
  broken.push(...(await problemsOfFeed(fleet, cursor, lost.length > 0)));
  return {
    figures: {
      webhooks: load.sent.length,
      'not 200': load.sent.length - accepted.length,
      lost: lost.length,
      'until promoted s': inSeconds(backAt - begun),
      'longest without a 2xx s': inSeconds(longestGap(accepted)),
      'first 2xx after it s': round.probesOnly ? '-' : inSeconds(firstMs),
      'not 200 after that': later.length,
      'ready s': inSeconds(readyMs),
      'last job s': `${inSeconds(jobs.overMs)} (${jobs.name})`,
    },
    broken,
  };
}

const areReady = async (fleet: Fleet) => (await fleet.readiness()).every(({ status }) => status === 200);

async function endOfFeed(fleet: Fleet): Promise<string> {
  let cursor = '';
  await until(
    'the feed is read to its end',
    async () => {
      const { status, text } = await fleet.feed(cursor);
      if (status !== 200) return false;
      const page = JSON.parse(text) as { cursor: string; changes: unknown[] };
      cursor = page.cursor;
      return page.changes.length < FEED_PAGE;
    },
    PATIENCE_MS,
  );
  return cursor;
}

/** The job that came back last, and how long after it was due. */
async function slowestJob(fleet: Fleet, backAt: number): Promise<{ name: string; overMs: number }> {
  const seen = new Map<string, number>();
  await until(
    'every frequent job succeeds again',
    async () => {
      const haveRun = (await fleet.jobs()).map((jobs, process) => {
        const often = [...jobs].filter(([, { intervalMs }]) => intervalMs <= OFTEN_MS);
        for (const [task, { intervalMs, succeededAt }] of often) {
          const name = `${task} of process ${process + 1}`;
          if (succeededAt > backAt && !seen.has(name)) seen.set(name, Math.max(0, succeededAt - backAt - intervalMs));
        }
        return often.length > 0 && often.every(([task]) => seen.has(`${task} of process ${process + 1}`));
      });
      await sleep(200);
      return haveRun.every(Boolean);
    },
    2 * PATIENCE_MS,
  );
  const [name = '', overMs = 0] = [...seen].sort(([, one], [, other]) => other - one)[0] ?? [];
  return { name, overMs };
}

/** When the first was accepted of those sent since then: one that was on its way may have been written before. */
const firstAccepted = (sent: readonly Delivery[], process: number, since: number) =>
  Math.min(
    ...sent
      .filter((each) => each.process === process && each.answer.status === 200 && each.sentAt > since)
      .map(({ at }) => at),
  );

/** Once a process takes webhooks again, it refuses none that comes later. */
function refusedLater(fleet: Fleet, sent: readonly Delivery[], since: number): string[] {
  const firsts = fleet.services.map((_, process) => firstAccepted(sent, process, since));
  const refused = sent.filter(
    ({ process, sentAt, answer }) => answer.status !== 200 && sentAt > (firsts[process] ?? Number.POSITIVE_INFINITY),
  );
  return refused.map(({ fact, process, sentAt, answer }) => {
    const after = inSeconds(sentAt - (firsts[process] ?? 0));
    return `${after} s after its first 200 process ${process + 1} answered ${answer.status}: ${reasonIn(fleet, process, fact.id)}`;
  });
}

/** What the process logged about an event. */
function reasonIn(fleet: Fleet, process: number, eventId: string): string {
  const lines = fleet.services[process]?.output().split('\n') ?? [];
  return lines.findLast((line) => line.includes(eventId))?.slice(0, 600) ?? 'nothing is logged';
}

const untilEachAccepted = (fleet: Fleet, { sent }: Load, since: number) =>
  until(
    'every process takes webhooks again',
    () => fleet.services.every((_, process) => firstAccepted(sent, process, since) < Number.POSITIVE_INFINITY),
    PATIENCE_MS,
  );

function longestGap(accepted: readonly Delivery[]): number {
  const times = accepted.map(({ at }) => at).sort((one, other) => one - other);
  return Math.max(0, ...times.slice(1).map((at, index) => at - (times[index] as number)));
}

/** The sender's repeats are taken, nothing waits, the pages are told, and nobody restarted. */
async function problemsAfterwards(fleet: Fleet, { sent }: Load): Promise<string[]> {
  const broken: string[] = [];
  const again = sent.filter(({ answer }) => answer.status !== 200);
  await forEach(again, REPEATS_AT_ONCE, async ({ fact, process }) => {
    const { status, text } = await post(fleet.services[process]?.webhookUrl ?? '', messageOf('alpha', fact));
    if (status !== 200)
      broken.push(`the repeat of ${fact.id} was answered ${status} ${text}: ${reasonIn(fleet, process, fact.id)}`);
  });
  const told = fleet.streams.map((stream) => stream.told());
  if (!(await fleet.touch())) broken.push('a change was not taken');
  const areTold = () => fleet.streams.every((stream, index) => stream.told() > (told[index] ?? 0));
  await until('every page is told of a change', areTold, JOBS_MS).catch((error) => broken.push(error.message));
  if (fleet.streams.some((stream) => stream.hasEnded())) broken.push('a page lost its stream');
  if (fleet.services.some((service) => !service.isAlive())) broken.push('a process ended');
  return broken;
}

/** A cursor stays what it was if nothing was lost; else it is gone, never skipped. */
async function problemsOfFeed(fleet: Fleet, cursor: string, hasLost: boolean): Promise<string[]> {
  const { status, text } = await fleet.feed(cursor);
  if (status === 200 || (hasLost && status === 410)) return [];
  return [`after a promotion that lost ${hasLost ? 'commits' : 'nothing'} the feed answered ${status} ${text}`];
}
