import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../run/until.ts';
import type { Fleet } from './fleet.ts';
import type { Pair } from './pair.ts';
import type { Server } from './patroni.ts';

/** What was played. */
export interface Struck {
  /** From then on the database takes writes again (`performance.now()`). */
  backAt: number;
  /** Brings the pair back to two servers. */
  mend(): Promise<void>;
  broken?: string[];
}

export interface Round {
  name: string;
  /** `DATABASE_URL` leads to another server without cutting what is open. */
  leavesConnections?: boolean;
  isSynchronous: boolean;
  /** Nobody calls during the round but whoever probes. */
  probesOnly?: boolean;
  /** From the return of the database. */
  firstWithinMs: number;
  /** Acknowledged events may be lost. */
  mayLose?: boolean;
  play(pair: Pair, fleet: Fleet): Promise<Struck>;
}

const PROMOTION_MS = 120_000;
const KILLED_MS = 5_000;
const SILENT_MS = 10_000;

/** Resolves to when the server took the primary's role. */
async function promotionOf(server: Server): Promise<number> {
  await until(`${server.name} is promoted`, () => server.isPrimary(), PROMOTION_MS);
  return performance.now();
}

async function killPrimary(pair: Pair): Promise<Struck> {
  const [primary, standby] = [await pair.primary(), await pair.standby()];
  await primary.kill();
  return { backAt: await promotionOf(standby), mend: async () => primary.start() };
}

async function freezePrimary(pair: Pair): Promise<Struck> {
  const [primary, standby] = [await pair.primary(), await pair.standby()];
  primary.freeze();
  return { backAt: await promotionOf(standby), mend: async () => primary.thaw() };
}

async function freezeStandby(pair: Pair): Promise<Struck> {
  const standby = await pair.standby();
  standby.freeze();
  return { backAt: performance.now(), mend: async () => standby.thaw() };
}

async function switchOver(pair: Pair): Promise<Struck> {
  const standby = await pair.standby();
  await pair.switchOver();
  return { backAt: await promotionOf(standby), mend: async () => {} };
}

const AT_STANDBY_S = 6;

/** The address leads to the standby for six seconds; the connections opened there are left open afterwards. */
async function leadToStandby(pair: Pair, fleet: Fleet): Promise<Struck> {
  const standby = await pair.standby();
  await pair.haproxy().leadTo(standby);
  let said = '';
  for (let second = 0; second < AT_STANDBY_S; second += 1) {
    await sleep(1_000);
    said += (await fleet.readiness()).map(({ text }) => text).join();
  }
  await pair.haproxy().leadToPrimary();
  const broken = said.includes('read-only') ? [] : [`no process noticed the standby: ${said.slice(-200)}`];
  return { backAt: performance.now(), mend: async () => {}, broken };
}

/** The standby receives nothing for a while before the primary dies. */
const killAhead = (aheadMs: number) => async (pair: Pair) => {
  const standby = await pair.standby();
  for (const giveUpAt = performance.now() + aheadMs; performance.now() < giveUpAt; await sleep(20))
    standby.endReceiver();
  return killPrimary(pair);
};

/** etcd and the old primary are there again before the next round. */
export const rounds: Round[] = [
  { name: 'kill -9 of the primary', isSynchronous: true, firstWithinMs: KILLED_MS, play: killPrimary },
  {
    name: 'the primary vanishes without a word',
    leavesConnections: true,
    isSynchronous: true,
    firstWithinMs: SILENT_MS,
    play: freezePrimary,
  },
  {
    name: 'the address leads to a standby for six seconds, only probes ask',
    leavesConnections: true,
    isSynchronous: true,
    probesOnly: true,
    firstWithinMs: SILENT_MS,
    play: leadToStandby,
  },
  {
    name: 'the standby vanishes without a word',
    isSynchronous: true,
    firstWithinMs: 2 * SILENT_MS,
    play: freezeStandby,
  },
  { name: 'a planned switchover', isSynchronous: true, firstWithinMs: KILLED_MS, play: switchOver },
  {
    name: 'asynchronous: kill -9 of the primary',
    isSynchronous: false,
    firstWithinMs: KILLED_MS,
    mayLose: true,
    play: killPrimary,
  },
  {
    name: 'asynchronous: kill -9 of a primary whose standby is a second behind',
    isSynchronous: false,
    firstWithinMs: KILLED_MS,
    mayLose: true,
    play: killAhead(1_000),
  },
];
