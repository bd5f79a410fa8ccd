import { setTimeout as sleep } from 'node:timers/promises';
import type { Provider } from '../../events/wire.ts';
import { startDurablePostgres } from '../parts/postgres.ts';
import { runCli } from '../parts/runCli.ts';
import { randomFrom } from '../random.ts';
import { chosenProviders, type Report, type RunOptions, type Scenario } from '../report.ts';
import { readBooks, reckon } from './reckoning.ts';
import { letAMonthPass, openShop, type Shop, untilQuiet } from './shop.ts';
import { comeIn, payBoth, type Shopper, shopAround } from './shopper.ts';
import { deaths, TELLING } from './traps.ts';

const AT_ONCE = 10;
const TOLD_WITHIN_MS = 30_000;

/**
 * 200 people a provider, or as many as the minutes allow; the short run has five, of one provider that keeps pages
 * open.
 */
export const nobodyPaysTwice: Scenario = {
  name: 'nobody pays twice',
  promise:
    'several tabs, lost, late and repeated webhooks, processes killed at every step: one subscription stays, the rest is refunded once, and the pages show it',
  async run(options) {
    const report: Report = { figures: {}, broken: [] };
    const chosen = chosenProviders(options, ['beta', 'gamma']);
    // A provider that fails does not interrupt the others: their processes must be stopped.
    const done = await Promise.allSettled(chosen.map((provider) => sellAt(provider, options, report)));
    for (const each of done) if (each.status === 'rejected') report.broken.push(String(each.reason));
    return report;
  },
};

async function sellAt(provider: Provider, options: RunOptions, report: Report): Promise<void> {
  const postgres = await startDurablePostgres();
  try {
    const at = await openShop(provider, postgres, randomFrom(options.seed));
    try {
      await sellTo(at, options, report);
    } finally {
      await at.close();
    }
  } finally {
    await postgres.remove();
  }
}

async function sellTo(at: Shop, { seed, short, minutes }: RunOptions, report: Report): Promise<void> {
  const { company, provider } = at;
  const people = short ? 5 : 200;
  const giveUpAt = minutes ? Date.now() + minutes * 60_000 : Number.POSITIVE_INFINITY;
  const all: Shopper[] = [];
  const met = new Map<string, number>();
  while (all.length < people && Date.now() < giveUpAt) {
    await at.up();
    await letAMonthPass(at.pool);
    const names = Array.from({ length: Math.min(AT_ONCE, people - all.length) }, (_, index) => all.length + index);
    const shoppers: Shopper[] = [];
    // One after the other: a password's hash costs a processor for a third of a second.
    for (const number of names) shoppers.push(await comeIn(at, number));
    const faults = { drop: 0.15, repeat: 0.3, reorder: 0.4, delay: { rate: 0.3, ms: 1_000 } };
    await company.control('POST', 'switches', { seed: seed + all.length, ...faults });
    const death = short ? 'after the refund' : (deaths[(all.length / AT_ONCE) % deaths.length] ?? '');
    at.trapper.set(death);
    const telling = death === TELLING ? await holdMails(at) : null;
    await Promise.all(shoppers.map((shopper, index) => (index === 0 ? payBoth(at, shopper) : shopAround(at, shopper))));
    const isMet = telling ? await telling() : await waitUntil(at.trapper.met, short ? 15_000 : TOLD_WITHIN_MS);
    if (isMet) met.set(death, (met.get(death) ?? 0) + 1);
    at.trapper.set('');
    all.push(...shoppers);
  }
  await at.up();
  await company.control('POST', 'switches', { reset: true });
  await settleAll(at, report, short);
  const ended = await reckonAll(at, all, report);
  if (ended === 0 && !short) report.broken.push(`${provider}: no duplicate was ended`);
  report.figures[`${provider}, killed`] = [...met].map(([death, times]) => `${times} ${death}`).join(', ') || 'never';
  const missing = short || minutes ? [] : deaths.filter((death) => !met.has(death));
  if (missing.length > 0) report.broken.push(`${provider}: no process was killed ${missing.join(', ')}`);
}

/** A reconcile replaces the lost webhooks; then these and those whose retries are used up are delivered late. */
async function settleAll(at: Shop, report: Report, short: boolean): Promise<void> {
  const { company, provider, environment } = at;
  const quiet = async (when: string) => {
    const left = await untilQuiet(at);
    if (left) report.broken.push(`${provider}: ${when} ${left} is left`);
  };
  await quiet('before the reconcile');
  const { code, errors } = await runCli(environment, 'reconcile', '--fix', '--pace', '0', '--json');
  if (code !== 0 && code !== 1) report.broken.push(`${provider}: reconcile ended with ${code}: ${errors}`);
  if (!short) await quiet('after the reconcile');
  for (const status of ['dropped', 'failed']) {
    const path = `deliveries?status=${status}&limit=100000`;
    const { deliveries } = await company.control<{ deliveries: { id: string }[] }>('GET', path);
    for (const { id } of deliveries.toReversed()) await company.control('POST', `deliveries/${id}/resend`, {});
    report.figures[`${provider}, webhooks ${status}`] = deliveries.length;
  }
  await quiet('after the lost webhooks');
}

async function reckonAll(at: Shop, all: readonly Shopper[], { figures, broken }: Report): Promise<number> {
  const books = await readBooks(at);
  let [ended, refunds, reported] = [0, 0, 0];
  for (const shopper of all) {
    const reckoned = await reckon(at, books, shopper);
    broken.push(...reckoned.broken);
    ended += reckoned.ended;
    refunds += reckoned.refunds;
    reported += reckoned.isReported ? 1 : 0;
  }
  const refused = all.reduce((sum, shopper) => sum + shopper.refused, 0);
  figures[at.provider] =
    `${all.length} people, ${books.subscriptions.length} sold, ${ended} ended, ${refunds} refunded, ${reported} reported, ${refused} checkouts refused`;
  return ended;
}

/** Locks the mail table: both processes are killed after an end is recorded and before its mail is written. */
async function holdMails({ pool, crash }: Shop): Promise<() => Promise<boolean>> {
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query('LOCK TABLE mail IN SHARE ROW EXCLUSIVE MODE');
  const isDone = async () =>
    (await pool.query(`SELECT FROM duplicate WHERE state = 'done' AND "notifiedAt" IS NULL`)).rowCount !== 0;
  return async () => {
    const isMet = await waitUntil(isDone, TOLD_WITHIN_MS);
    if (isMet) await crash(0, 1);
    await client.query('ROLLBACK');
    client.release();
    return isMet;
  };
}

async function waitUntil(holds: () => boolean | Promise<boolean>, withinMs: number): Promise<boolean> {
  for (const giveUpAt = Date.now() + withinMs; Date.now() < giveUpAt; await sleep(50)) if (await holds()) return true;
  return false;
}
