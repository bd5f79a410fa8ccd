import type { Truth } from '../../../sandbox/testing.ts';
import { type Provider, providers } from '../../events/wire.ts';
import { type Acted, reportActs } from '../parts/acted.ts';
import { type Market, openMarket } from '../parts/market.ts';
import { type DurablePostgres, startDurablePostgres } from '../parts/postgres.ts';
import { type Random, randomFrom } from '../random.ts';
import { chosenProviders, type Report, type RunOptions, type Scenario } from '../report.ts';
import { act, kinds } from './acts/acts.ts';
import { makeCodes } from './acts/codes.ts';
import { type People, type Role, startPeople } from './acts/people.ts';
import { compare } from './compare.ts';
import { Findings } from './findings.ts';
import { accountOf, type Life, newLife, note } from './life.ts';
import { accountIn } from './model/account.ts';
import type { Holder } from './model/books.ts';
import { comparePreviews } from './previews.ts';
import { LONGEST_STEP } from './prophecies.ts';
import { readPages, type Said } from './said.ts';

/** Half of them have an organisation. */
const ROLES: Role[] = ['alone', 'alone', 'member', 'payer'];

const LIVES = { short: 24, whole: 1_002 };
/** So many live beside each other at one company. */
const AT_ONCE = 42;
const STEPS = { short: 10, whole: 14 };
const ACTS = 0.6;

/** Promise 26: 1,002 lives, or as many as the minutes allow. */
export const whatPagesSay: Scenario = {
  name: 'what pages say',
  promise:
    "what pages and mails say of plans, prices, charges, ends and payments is what the company's books say, and what they announce is what is charged",
  async run(options) {
    const report: Report = { figures: {}, broken: [] };
    const postgres = await startDurablePostgres();
    const people = await startPeople();
    const acted: Acted = { done: new Map(), refused: 0 };
    try {
      const all = chosenProviders(options).map((provider) =>
        liveAll({ provider, postgres, people, acted, options }, report),
      );
      for (const each of await Promise.allSettled(all)) {
        if (each.status === 'rejected') report.broken.push(String(each.reason));
      }
    } finally {
      await people.close();
      await postgres.remove();
    }
    reportActs(report, acted, { ...options, kinds });
    return report;
  },
};

interface Place {
  provider: Provider;
  postgres: DurablePostgres;
  people: People;
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
  const begin = options.first ?? 0;
  let first = begin;
  for (; first < lives && Date.now() < giveUpAt; first += AT_ONCE) {
    const count = Math.min(AT_ONCE, lives - first);
    const random = randomFrom(options.seed + first * providers.length + providers.indexOf(provider));
    await liveTogether(place, { first, count, random }, { report, sums });
  }
  const { comparisons, announced, unsaid, differences } = sums;
  report.figures[provider] =
    `${Math.min(first, lives) - begin} lives, ${comparisons} comparisons, ${announced} announced charges, ${unsaid} amounts not said, ${differences} differences`;
}

interface Cohort {
  first: number;
  count: number;
  random: Random;
}

interface Result {
  report: Report;
  sums: Sums;
}

async function liveTogether(place: Place, { first, count, random }: Cohort, result: Result): Promise<void> {
  const { provider, postgres, people, acted, options } = place;
  const environment = { CHECKOUT_DISCOUNT_CODES: 'on', ...people.environment };
  const market = await openMarket(provider, await postgres.createDatabase(), environment);
  try {
    await makeCodes(market);
    await market.control('POST', 'switches', { seed: options.seed, repeat: 0.2, reorder: 0.2 });
    const lives = Array.from({ length: count }, (_, index): Life => {
      const owner = `life${first + index}`;
      const role = random.pick(ROLES);
      return newLife({ provider, owner, role, random: randomFrom(random.below(2 ** 31)) });
    });
    for (let step = 0; step < STEPS[options.short ? 'short' : 'whole']; step += 1) {
      await takeStep({ market, people }, lives, { acted, random, result });
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

interface Town {
  market: Market;
  people: People;
}

/** The news of a step's renewals and ends comes after its pages were read. */
const SILENT = 0.2;

async function takeStep(town: Town, lives: readonly Life[], { acted, random, result }: Step): Promise<void> {
  const { market } = town;
  const before = await market.control<Truth>('GET', 'truth');
  await inGroups(lives, (life) => actIn(town, life, { truth: before, acted, result }));
  await market.move(0);
  const truth = await market.control<Truth>('GET', 'truth');
  await inGroups(lives, async (life) => {
    const { said, account } = await compareLife(town, life, { truth, result });
    life.prophecies.keep(said, account.now);
  });
  const seconds = Math.floor((random.pick([0.1, 1, 3, 8, 15, 28]) * LONGEST_STEP) / 28 / 1000);
  const isSilent = random.next() < SILENT;
  if (isSilent) await market.control('POST', 'switches', { drop: 1 });
  await market.move(seconds);
  const after = await market.control<Truth>('GET', 'truth');
  if (isSilent) {
    const { length } = result.report.broken;
    await inGroups(lives, async (life) => {
      await compareLife(town, life, { truth: { ...truth, now: after.now }, result });
    });
    for (const [at, line] of result.report.broken.entries())
      if (at >= length) result.report.broken[at] = `${line} (unheard)`;
    await deliverLate(market);
  }
  for (const life of lives) {
    note(life, after);
    fail(life, result, life.prophecies.judge(accountOf(life, after)));
    life.story.push(`${Math.round(seconds / 8_640) / 10} d`);
  }
}

async function deliverLate(market: Market): Promise<void> {
  await market.control('POST', 'switches', { drop: 0 });
  await market.resend('dropped');
  await market.move(0);
}

async function actIn(
  { market, people }: Town,
  life: Life,
  { truth, acted, result }: { truth: Truth; acted: Acted; result: Result },
): Promise<void> {
  const { random, memory, prophecies, story } = life;
  if (random.next() >= ACTS) return;
  const { owner, grants } = random.pick(life.owners);
  const account = accountIn(truth, market.provider, { owner, grants });
  const findings = new Findings();
  const scene = { account, market, people, memory, random, owner, asked: {}, previews: life.previews, findings };
  const kind = await act(scene, acted);
  take(life, result, findings);
  if (kind === null) return;
  prophecies.forget();
  story.push(owner.startsWith('org:') ? `organisation ${kind}` : kind);
}

async function compareLife(
  { market, people }: Town,
  life: Life,
  { truth, result }: { truth: Truth; result: Result },
): Promise<{ said: Said; account: Holder }> {
  note(life, truth);
  const account = accountOf(life, truth);
  const { owner, role } = life;
  const now = new Date(account.now);
  const said = await readPages(market, { owner, caller: await people.reader(owner, role), now });
  const found = compare(account, life.memory, said);
  const accounts = account.organisation ? [account, account.organisation] : [account];
  comparePreviews(found, life.previews.splice(0), { accounts, memory: life.memory, said });
  take(life, result, found);
  return { said, account };
}

function take(life: Life, result: Result, { comparisons, unsaid, differences }: Findings): void {
  result.sums.comparisons += comparisons;
  result.sums.unsaid += unsaid;
  fail(life, result, differences);
}

function fail({ owner, role, provider, story }: Life, { report, sums }: Result, differences: string[]): void {
  sums.differences += differences.length;
  for (const line of differences)
    report.broken.push(`${provider} ${owner} (${role}), ${line} [${story.slice(-6).join(', ')}]`);
}
