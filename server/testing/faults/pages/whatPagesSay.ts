import type { Truth } from '../../../sandbox/testing.ts';
import { type Provider, providers } from '../../events/wire.ts';
import { type Acted, reportActs } from '../parts/acted.ts';
import { type Market, openMarket } from '../parts/market.ts';
import { type DurablePostgres, startDurablePostgres } from '../parts/postgres.ts';
import { type Random, randomFrom } from '../random.ts';
import type { Report, RunOptions, Scenario } from '../report.ts';
import { accountIn, act, kinds } from './acts.ts';
import { Memory } from './books.ts';
import { makeCodes } from './codes.ts';
import { compare } from './compare.ts';
import { LONGEST_STEP, Prophecies } from './prophecies.ts';
import { readPages } from './said.ts';

const LIVES = { short: 12, whole: 1_002 };
/** So many live beside each other at one company. */
const AT_ONCE = 42;
const STEPS = { short: 10, whole: 14 };
const ACTS = 0.6;

/** Promise 26: 1,002 lives, or as many as the minutes allow. */
export const whatPagesSay: Scenario = {
  name: 'what pages say',
  promise:
    "what pages say of plans, prices, charges, ends and payments is what the company's books say, and what they announce is what is charged",
  async run(options) {
    const report: Report = { figures: {}, broken: [] };
    const postgres = await startDurablePostgres();
    const acted: Acted = { done: new Map(), refused: 0 };
    try {
      const all = providers.map((provider) => liveAll({ provider, postgres, acted, options }, report));
      for (const each of await Promise.allSettled(all)) {
        if (each.status === 'rejected') report.broken.push(String(each.reason));
      }
    } finally {
      await postgres.remove();
    }
    reportActs(report, acted, { ...options, kinds });
    return report;
  },
};

interface Place {
  provider: Provider;
  postgres: DurablePostgres;
  acted: Acted;
  options: RunOptions;
}

interface Sums {
  comparisons: number;
  announced: number;
  unsaid: number;
  differences: number;
}

async function liveAll(place: Place, report: Report): Promise<void> {
  const { provider, options } = place;
  const lives = LIVES[options.short ? 'short' : 'whole'] / providers.length;
  const sums: Sums = { comparisons: 0, announced: 0, unsaid: 0, differences: 0 };
  const giveUpAt = options.minutes ? Date.now() + options.minutes * 60_000 : Number.POSITIVE_INFINITY;
  let first = 0;
  for (; first < lives && Date.now() < giveUpAt; first += AT_ONCE) {
    const count = Math.min(AT_ONCE, lives - first);
    const random = randomFrom(options.seed + first * providers.length + providers.indexOf(provider));
    await liveTogether(place, { first, count, random }, { report, sums });
  }
  const { comparisons, announced, unsaid, differences } = sums;
  report.figures[provider] =
    `${Math.min(first, lives)} lives, ${comparisons} comparisons, ${announced} announced charges, ${unsaid} amounts not said, ${differences} differences`;
}

interface Cohort {
  first: number;
  count: number;
  random: Random;
}

interface Life {
  provider: Provider;
  owner: string;
  random: Random;
  memory: Memory;
  prophecies: Prophecies;
  /** What happened so far. */
  story: string[];
}

interface Result {
  report: Report;
  sums: Sums;
}

async function liveTogether(place: Place, { first, count, random }: Cohort, result: Result): Promise<void> {
  const { provider, postgres, acted, options } = place;
  const market = await openMarket(provider, await postgres.createDatabase(), { CHECKOUT_DISCOUNT_CODES: 'on' });
  try {
    await makeCodes(market);
    await market.control('POST', 'switches', { seed: options.seed, repeat: 0.2, reorder: 0.2 });
    const lives = Array.from({ length: count }, (_, index): Life => {
      const owner = `life${first + index}`;
      const own = randomFrom(random.below(2 ** 31));
      return { provider, owner, random: own, memory: new Memory(), prophecies: new Prophecies(), story: [] };
    });
    for (let step = 0; step < STEPS[options.short ? 'short' : 'whole']; step += 1) {
      await takeStep(market, lives, { acted, random, result });
    }
    for (const { prophecies } of lives) result.sums.announced += prophecies.compared;
  } finally {
    await market.close();
  }
}

/** A service on a busy machine answers so many at once in time. */
const GROUP = 6;

async function inGroups(lives: readonly Life[], work: (life: Life) => Promise<void>): Promise<void> {
  for (let first = 0; first < lives.length; first += GROUP) {
    await Promise.all(lives.slice(first, first + GROUP).map(work));
  }
}

interface Step {
  acted: Acted;
  random: Random;
  result: Result;
}

async function takeStep(market: Market, lives: readonly Life[], { acted, random, result }: Step): Promise<void> {
  const before = await market.control<Truth>('GET', 'truth');
  await inGroups(lives, async ({ owner, random: own, prophecies, story }) => {
    const account = accountIn(before, market.provider, owner);
    if (own.next() >= ACTS) return;
    const kind = await act({ ...account, market, owner, random: own, asked: {} }, acted);
    if (kind === null) return;
    prophecies.forget();
    story.push(kind);
  });
  await market.move(0);
  const truth = await market.control<Truth>('GET', 'truth');
  await inGroups(lives, (life) => compareLife(market, life, { truth, result }));
  const seconds = Math.floor((random.pick([0.1, 1, 3, 8, 15, 28]) * LONGEST_STEP) / 28 / 1000);
  await market.move(seconds);
  const after = await market.control<Truth>('GET', 'truth');
  for (const life of lives) {
    const account = accountIn(after, market.provider, life.owner);
    life.memory.note(account.subscriptions);
    fail(life, result, life.prophecies.judge(account));
    life.story.push(`${Math.round(seconds / 8_640) / 10} d`);
  }
}

async function compareLife(
  market: Market,
  life: Life,
  { truth, result }: { truth: Truth; result: Result },
): Promise<void> {
  const account = accountIn(truth, market.provider, life.owner);
  life.memory.note(account.subscriptions);
  const said = await readPages(market, life.owner);
  const found = compare(account, life.memory, said);
  result.sums.comparisons += found.comparisons;
  result.sums.unsaid += found.unsaid;
  fail(life, result, found.differences);
  life.prophecies.keep(said, account.now);
}

function fail({ owner, provider, story }: Life, { report, sums }: Result, differences: string[]): void {
  sums.differences += differences.length;
  for (const line of differences) report.broken.push(`${provider} ${owner}, ${line} [${story.slice(-6).join(', ')}]`);
}
