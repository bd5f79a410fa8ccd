import { type Provider, providers } from '../../events/wire.ts';
import { type Acted, reportActs } from '../parts/acted.ts';
import { type Market, openMarket } from '../parts/market.ts';
import { type DurablePostgres, startDurablePostgres } from '../parts/postgres.ts';
import { type Random, randomFrom } from '../random.ts';
import { chosenProviders, type Report, type RunOptions, type Scenario } from '../report.ts';
import { act, buyAgain, kinds } from './acts.ts';
import { type Readers, startReaders } from './readers.ts';

/** A little less than a token's life: every second step is read from a token of the step before. */
const STEP_SECONDS = 3_590;
const OWNERS = 3;
const DAY = 24;
/** Each owner acts so often, on average. */
const DAYS_BETWEEN_ACTS = { short: 2, whole: 8 };
const FATE_DAYS = 4;
/** In the rest of each cycle nothing is heard and nobody acts: access ends by time alone. */
const CYCLE_DAYS = { short: 24, whole: 73 };
const HEARD_DAYS = { short: 5, whole: 37 };
const STEPS = { short: 24 * DAY, whole: 366 * DAY };

/** Promise 27. The short run is 24 days of one provider; `minutes` end the year early. */
export const ends: Scenario = {
  name: 'the last answer and a clock',
  promise:
    'a reader of the feed and one of tokens agree with GET access for every owner at every hour of a year with lost and late webhooks, and ask no more often than answers end',
  async run(options: RunOptions) {
    const report: Report = { figures: {}, broken: [] };
    const postgres = await startDurablePostgres();
    const acted: Acted = { done: new Map(), refused: 0 };
    try {
      const years = chosenProviders(options).map((provider) => liveAt(provider, postgres, { options, report, acted }));
      const lived = await Promise.allSettled(years);
      for (const each of lived) if (each.status === 'rejected') report.broken.push(String(each.reason));
    } finally {
      await postgres.remove();
    }
    reportActs(report, acted, { ...options, kinds });
    return report;
  },
};

interface Year {
  options: RunOptions;
  report: Report;
  acted: Acted;
}

async function liveAt(provider: Provider, postgres: DurablePostgres, { options, report, acted }: Year): Promise<void> {
  const random = randomFrom(options.seed + providers.indexOf(provider));
  const length = options.short ? 'short' : 'whole';
  const market = await openMarket(provider, await postgres.createDatabase());
  try {
    const owners = Array.from({ length: OWNERS }, (_, index) => `owner${index}`);
    const readers = startReaders(market, owners);
    const resent = new Set<string>();
    const giveUpAt = options.minutes ? Date.now() + options.minutes * 60_000 : Number.POSITIVE_INFINITY;
    let step = 0;
    for (; step < STEPS[length] && Date.now() < giveUpAt; step += 1) {
      const hour = step % (CYCLE_DAYS[length] * DAY);
      const isSilent = hour >= HEARD_DAYS[length] * DAY;
      if (hour === 0) await beginCycle(market, random, owners);
      else if (isSilent) await market.control('POST', 'switches', { drop: 1 });
      else if (hour % (FATE_DAYS * DAY) === 0) await setFate(market, random, resent);
      // One is left alone, so that at least one subscription's time runs out.
      for (const owner of owners.slice(options.short ? 1 : 0))
        if (!isSilent && random.next() < 1 / (DAYS_BETWEEN_ACTS[length] * DAY))
          await act({ market, random, owner }, acted);
      await market.move(STEP_SECONDS);
      await readers.compare();
    }
    judge(report, { provider, readers, steps: step, late: resent.size });
    report.figures[`${provider}, deliveries`] = JSON.stringify((await market.control('GET', 'state')).deliveries);
  } finally {
    await market.close();
  }
}

/** Everybody has a subscription, and nothing is lost yet. */
async function beginCycle(market: Market, random: Random, owners: readonly string[]): Promise<void> {
  await market.control('POST', 'switches', { drop: 0 });
  for (const owner of owners) await buyAgain({ market, random, owner });
}

/** Decides for some days how many webhooks are lost; at times some of the lost ones arrive, in any order. */
async function setFate(market: Market, random: Random, resent: Set<string>): Promise<void> {
  await market.control('POST', 'switches', { seed: random.below(2 ** 31), drop: random.pick([0, 0, 0.3, 1]) });
  if (random.next() < 0.5) return;
  const path = 'deliveries?status=dropped&limit=100000';
  const { deliveries } = await market.control<{ deliveries: { id: string }[] }>('GET', path);
  const lost = deliveries.filter(({ id }) => !resent.has(id) && random.next() < 0.5);
  for (const { id } of random.shuffle(lost)) {
    resent.add(id);
    await market.control('POST', `deliveries/${id}/resend`, {});
  }
}

interface Lived {
  provider: Provider;
  readers: Readers;
  steps: number;
  late: number;
}

/** Whoever asks at every hour agrees as well, and does not follow the rule. */
function judge({ figures, broken }: Report, { provider, readers: { tally, known }, steps, late }: Lived): void {
  broken.push(...tally.wrong.map((line) => `${provider}, ${line}`));
  const sums = { rows: 0, ends: 0, feedAsks: 0, tokenAsks: 0 };
  for (const [owner, { rows, ends, feedAsks, tokenAsks }] of known) {
    const passed = ends.size;
    // The first answer, and one for each end.
    if (feedAsks > 1 + passed) broken.push(`${provider}, ${owner}: with the feed ${feedAsks} asks, ${passed} ends`);
    if (tokenAsks > Math.ceil(steps / 2) + rows + passed)
      broken.push(`${provider}, ${owner}: without the feed ${tokenAsks} asks in ${steps} hours`);
    sums.rows += rows;
    sums.ends += passed;
    sums.feedAsks += feedAsks;
    sums.tokenAsks += tokenAsks;
  }
  if (steps >= STEPS.short && sums.ends === 0) broken.push(`${provider}: no answer ended`);
  if (sums.rows > steps / 2) broken.push(`${provider}: ${sums.rows} rows in ${steps} hours are no news`);
  const asks = `${sums.rows} rows, ${sums.ends} ends, asks with the feed ${sums.feedAsks}, with tokens ${sums.tokenAsks}`;
  figures[provider] =
    `${steps} hours, ${tally.compared} compared, ${asks}, ${tally.stale} times stale within a token's life, ${late} webhooks late, ${tally.reasons.size} reasons`;
}
