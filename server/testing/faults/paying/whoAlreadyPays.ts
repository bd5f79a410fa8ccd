import { makesPage } from '../../company/pages.ts';
import { type Provider, providers } from '../../events/wire.ts';
import { startDurablePostgres } from '../parts/postgres.ts';
import { type Random, randomFrom } from '../random.ts';
import { chosenProviders, type Report, type RunOptions, type Scenario } from '../report.ts';
import { type Counter, openCounter } from './counter.ts';
import { type CompanyState, companies, type Payer, payer } from './payer.ts';
import { clickBuy, comeIn, type Guest, isNamed, isOwn, planOf, type Way, ways } from './ways.ts';

const LIVES = 201;
const SOLD_WITHIN_MS = 60_000;

const faults: Partial<Record<CompanyState, object>> = {
  slow: { mode: 'slow', ms: 1_200 },
  down: { mode: 'error500' },
  'rate-limited': { mode: 'error429' },
};

export const whoAlreadyPays: Scenario = {
  name: 'who already pays',
  promise: 'whoever the company knows and we do not gets no pay page for what is paid, whichever way they come in',
  async run(options) {
    const report: Report = { figures: {}, broken: [] };
    const postgres = await startDurablePostgres();
    try {
      for (const provider of chosenProviders(options)) {
        const at = await openCounter(provider, postgres);
        try {
          await serve(at, { provider, random: randomFrom(options.seed), short: options.short }, report);
        } finally {
          await at.close();
        }
      }
    } finally {
      await postgres.remove();
    }
    return report;
  },
};

interface Day extends Pick<RunOptions, 'short'> {
  provider: Provider;
  random: Random;
}

/** Each pair of a way in and a state of the company at least once; in short each way and each state. */
async function serve(at: Counter, { provider, random, short }: Day, { figures, broken }: Report): Promise<void> {
  const lives = short ? companies.length : LIVES / providers.length;
  const shuffled = random.shuffle(companies);
  let [sold, refused] = [0, 0];
  for (let nth = 0; nth < lives; nth += 1) {
    const state = shuffled[nth % shuffled.length] ?? 'well';
    const way = ways[(nth + Math.floor(nth / shuffled.length)) % ways.length] ?? 'mailed link';
    const life = await live(at, { provider, random, way, state, name: `${provider}-${nth}` });
    broken.push(...life.broken.map((line) => `${provider}, ${way}, ${state}: ${line}`));
    sold += life.pages;
    refused += life.refused;
  }
  figures[provider] =
    `${lives} lives, ${sold} pages to those who pay for another product only, ${refused} clicks refused`;
}

interface Life {
  provider: Provider;
  random: Random;
  way: Way;
  state: CompanyState;
  name: string;
}

async function live(at: Counter, { provider, random, way, state, name }: Life) {
  const { company } = at;
  const service = isOwn(way) ? at.own : at.foreign;
  const email = `${name}@example.com`;
  const guest = await comeIn(at, way, name);
  const paying = payer(random, { provider, state, email, userId: isNamed(way) ? guest.userId : undefined });
  await company.control('POST', 'facts', paying.facts);
  await company.control('DELETE', 'calls');
  await company.control('POST', 'switches', { api: faults[state] ?? { mode: 'ok' } });
  const watch = watcher(at, { guest, url: service.url }, paying);
  await guest.prove();
  await watch('after the way in');
  const first = await clickBuy(service.url, guest.headers);
  await watch('after the first click');
  if (state !== 'slow') await company.control('POST', 'switches', { api: { mode: 'ok' } });
  const refused = first.status === 200 ? 0 : 1 + (await buyUntilAnswered(service.url, guest));
  await company.control('POST', 'switches', { api: { mode: 'ok' } });
  await watch('at the end');
  return { refused, pages: await pagesOf(at), broken: [...watch.broken, ...(await reckon(at, guest, paying))] };
}

interface Place {
  guest: Guest;
  url: string;
}

/** The first answer after the link says what is paid. */
function watcher(at: Counter, { guest: { userId, headers }, url }: Place, { customerId, plan }: Payer) {
  const broken: string[] = [];
  const watch = async (when: string) => {
    if (plan === null || !(await at.isLinked(userId, customerId))) return;
    const said = await planOf(url, headers);
    if (said !== plan) broken.push(`${when} access is ${said}, and ${plan} is paid`);
  };
  return Object.assign(watch, { broken });
}

/** How often it was refused before. */
async function buyUntilAnswered(url: string, { headers }: Guest): Promise<number> {
  const giveUpAt = Date.now() + SOLD_WITHIN_MS;
  for (let refused = 0; ; refused += 1) {
    const { status, text } = await clickBuy(url, headers);
    if (status === 200) return refused;
    if (Date.now() > giveUpAt) throw new Error(`A checkout still answers ${status}: ${text}`);
  }
}

async function pagesOf({ company }: Counter): Promise<number> {
  const { calls } = await company.control<{ calls: { method: string; path: string }[] }>('GET', 'calls');
  return calls.filter(makesPage).length;
}

async function reckon(at: Counter, { userId }: Guest, { plan, customerId }: Payer): Promise<string[]> {
  const pages = await pagesOf(at);
  if (plan === null) return pages === 1 ? [] : [`${pages} pages for someone who pays for another product only`];
  const broken: string[] = [];
  if (pages > 0) broken.push(`${pages} pay pages beside a live ${plan}`);
  if (!(await at.isLinked(userId, customerId))) broken.push('the paying customer is not linked');
  return broken;
}
