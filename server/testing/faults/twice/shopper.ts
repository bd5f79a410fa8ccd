import { setTimeout as sleep } from 'node:timers/promises';
import { modelPlans } from '../../events/wire.ts';
import { post } from '../parts/deliveries.ts';
import { signUp, type Visitor } from '../parts/visitor.ts';
import type { Shop } from './shop.ts';

/** A checkout page of the provider that a person opened. */
interface Page {
  sessionId: string;
  /** Time of the first request and its response, in ms: of two overlapping requests neither counts as the later one. */
  askedAt: number;
  answeredAt: number;
  /** The subscription that was bought; null: it was not paid. */
  subscriptionId: string | null;
  /** The ordinal of the payment among the person's payments. */
  paidAs: number;
}

export interface Shopper extends Visitor {
  email: string;
  /** In the order in which they were opened. */
  pages: Page[];
  /** Checkouts that were answered with an error. */
  refused: number;
}

const HEADERS = { 'content-type': 'application/json' };
const SIGN_UPS = 5;
const PAUSES = [0, 0, 20, 200, 1_500];

/** Signs up, with retries: sign-up may fail while processes are killed, which is not the subject of this scenario. */
export async function comeIn({ services, provider }: Shop, number: number): Promise<Shopper> {
  for (let tries = 1; ; tries += 1) {
    const name = `${provider}${number}x${tries}`;
    const service = services[tries % services.length];
    if (!service) throw new Error('No process is running');
    try {
      return { ...(await signUp(service, name)), email: `${name}@example.com`, pages: [], refused: 0 };
    } catch (error) {
      if (tries === SIGN_UPS) throw error;
      await sleep(2_000);
    }
  }
}

/** Chooses and mostly pays a plan in two or three tabs, in random order and partly at the same time. */
export async function shopAround(at: Shop, shopper: Shopper): Promise<void> {
  const { random } = at;
  const tabs = Array.from({ length: 2 + random.below(2) }, () => ({ page: null as Page | null, acts: 0 }));
  const acts = random.shuffle([...tabs, ...tabs]);
  const plans = tabs.map(() => ({ plan: random.pick(modelPlans), interval: random.pick(['month', 'year']) }));
  const pauses = acts.map(() => random.pick(PAUSES));
  const together = acts.map(() => random.next() < 0.3);
  const paying = tabs.map(() => random.next() < 0.9);
  const underWay: Promise<void>[] = [];
  for (const [place, tab] of acts.entries()) {
    const number = tabs.indexOf(tab);
    tab.acts += 1;
    const isChoice = tab.acts === 1;
    if (!isChoice && !together[place]) await Promise.all(underWay);
    const act = isChoice
      ? choose(at, shopper, plans[number] ?? {}).then((page) => void Object.assign(tab, { page }))
      : Promise.resolve(tab.page && paying[number] ? pay(at, shopper, tab.page) : look(at, shopper));
    underWay.push(act);
    if (!together[place]) await act;
    await sleep(pauses[place]);
  }
  await Promise.all(underWay);
}

/** Opens two pages one after the other, then pays them one after the other. */
export async function payBoth(at: Shop, shopper: Shopper): Promise<void> {
  const older = await choose(at, shopper, { plan: 'starter', interval: 'month' });
  const newer = await choose(at, shopper, { plan: 'pro', interval: 'month' });
  for (const page of [older, newer]) if (page) await pay(at, shopper, page);
}

async function choose({ services, random, company }: Shop, shopper: Shopper, wanted: object): Promise<Page | null> {
  const body = JSON.stringify(wanted);
  const headers = { ...HEADERS, cookie: shopper.cookie };
  const askedAt = performance.now();
  const { status, text } = await post(`${random.pick(services).url}/api/payments/checkout`, { body, headers });
  if (status !== 200) shopper.refused += 1;
  if (status !== 200) return null;
  const { url, sessionId } = JSON.parse(text) as { url: string; sessionId: string };
  // A person with a subscription is sent to the page that changes it.
  if (!url.startsWith(company.url)) return null;
  const known = shopper.pages.find((page) => page.sessionId === sessionId);
  const page = known ?? { sessionId, askedAt, answeredAt: performance.now(), subscriptionId: null, paidAs: 0 };
  if (!known) shopper.pages.push(page);
  return page;
}

/** Pays a page, unless the provider refuses because the page is closed or paid. */
async function pay({ company }: Shop, shopper: Shopper, page: Page): Promise<void> {
  const paid = await company
    .control<{ subscriptionId: string }>('POST', `checkouts/${page.sessionId}/pay`, {})
    .catch(() => null);
  if (!paid) return;
  page.subscriptionId = paid.subscriptionId;
  page.paidAs = 1 + Math.max(...shopper.pages.map(({ paidAs }) => paidAs));
}

/** Opens the dashboard. */
async function look({ services, random }: Shop, { cookie }: Shopper): Promise<void> {
  const headers = { ...HEADERS, cookie };
  await post(`${random.pick(services).url}/api/trpc/subscription.check`, { body: '', headers });
}
