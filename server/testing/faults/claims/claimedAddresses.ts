import pg from 'pg';
import { freePort } from '../../../database/embedded/freePort.ts';
import type { Provider } from '../../events/wire.ts';
import { startDurablePostgres } from '../parts/postgres.ts';
import { startCompanySandbox } from '../parts/sandbox.ts';
import { settingsFor, startService } from '../parts/service.ts';
import { randomFrom } from '../random.ts';
import { chosenProviders, type Report, type RunOptions, type Scenario } from '../report.ts';
import { nextAct, reset, type Two } from './acts.ts';
import { check, finalCheck } from './check.ts';
import { newBrowser } from './person.ts';

/** 60 orders a provider; the short run has three, of one provider. */
export const claimedAddresses: Scenario = {
  name: 'claimed addresses',
  promise:
    'two people claim one address in every order: who proves it has what was bought under it; who does not never sees, buys over or ends what another has; nobody is sold twice',
  async run(options) {
    const report: Report = { figures: {}, broken: [] };
    for (const provider of chosenProviders(options)) await claimAt(provider, options, report);
    return report;
  },
};

async function claimAt(provider: Provider, { seed, short, minutes }: RunOptions, report: Report): Promise<void> {
  const postgres = await startDurablePostgres();
  const databaseUrl = await postgres.createDatabase();
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  const port = `${await freePort()}`;
  const company = await startCompanySandbox(provider, `http://127.0.0.1:${port}/api/webhooks/payments`);
  const limits = { ACCOUNT_LIMIT: '0', CHECKOUT_LIMIT: '0' };
  const mails = { MAIL_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'billing@example.com' };
  const own = { PAYMENT_PROVIDER: provider, DRAINING_PROVIDERS: '', LOG_LEVEL: 'fatal', PORT: port };
  const service = await startService({ ...settingsFor(databaseUrl, company.url), ...own, ...limits, ...mails });
  const random = randomFrom(seed);
  const giveUpAt = minutes ? Date.now() + minutes * 60_000 : Number.POSITIVE_INFINITY;
  const counts = { orders: 0, acts: 0, proven: 0, sold: 0 };
  try {
    while (counts.orders < (short ? 3 : 60) && Date.now() < giveUpAt) {
      counts.orders += 1;
      const two = newTwo({ site: { url: service.url, pool }, company, random }, counts.orders);
      await play(two, counts, report);
    }
  } finally {
    await service.remove();
    await company.close();
    await pool.end();
    await postgres.remove();
  }
  const { orders, acts, proven, sold } = counts;
  report.figures[provider] = `${orders} orders, ${acts} acts, ${proven} proofs with something bought, ${sold} sold`;
}

function newTwo(given: Pick<Two, 'site' | 'company' | 'random'>, number: number): Two {
  const owners: Two['owners'] = [newBrowser('owner'), newBrowser("owner's other device")];
  const stranger = { ...newBrowser('stranger'), password: 'a strange battery' };
  return { ...given, address: `claimed${number}@example.com`, owners, stranger, paid: new Map(), told: [] };
}

const ACTS = 9;

async function play(two: Two, counts: { acts: number; proven: number; sold: number }, report: Report): Promise<void> {
  const { random } = two;
  for (let act = 0; act < ACTS; act += 1) {
    const isOwner = random.next() < 0.5;
    const browser = isOwner ? random.pick(two.owners) : two.stranger;
    const { name, act: work } = await nextAct(two, browser);
    await observed(two, { name, browser, work: () => work(two, browser) }, report);
    counts.acts += 1;
  }
  const proof = { name: 'reset', browser: two.owners[1], work: () => reset(two, two.owners[1]) };
  const had = await observed(two, proof, report);
  if (had) counts.proven += 1;
  counts.sold += two.paid.size;
  report.broken.push(...(await finalCheck(two)));
}

interface Deed {
  name: string;
  browser: Two['stranger'];
  work(): Promise<void> | undefined;
}

/** Resolves to whether something was bought under the address before. */
async function observed(two: Two, { name, browser, work }: Deed, report: Report): Promise<boolean> {
  two.told.push(`${browser.name} ${name}`);
  const { broken, hadBought } = await check(two, { name, browser }, async () => work());
  for (const line of broken) report.broken.push(`${two.address}: ${line} (${two.told.join(', ')})`);
  return hadBought;
}
