import { setTimeout as sleep } from 'node:timers/promises';
import { modelPlans } from '../../events/wire.ts';
import { post } from '../parts/deliveries.ts';
import { signUp, type Visitor } from '../parts/visitor.ts';
import type { Shop } from './shop.ts';

/** A page of the company that somebody opened. */
interface Page {
  sessionId: string;
  /** When it was first asked for and answered, in ms: of two that overlap nobody can say which was chosen later. */
  askedAt: number;
  answeredAt: number;
  /** What paying it brought; null: it was not paid. */
  subscriptionId: string | null;
  /** The place of the payment among the person's. */
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

/** A machine that starts processes all the time may refuse a sign-up: that is not what is tried here. */
export async function comeIn({ services, provider }: Shop, number: number): Promise<Shopper> {
  for (let tries = 1; ; tries += 1) {
    const name = `${provider}${number}x${tries}`;
    const service = services[tries % services.length];
    if (!service) throw new Error('No process runs');
    try {
      return { ...(await signUp(service, name)), email: `${name}@example.com`, pages: [], refused: 0 };
    } catch (error) {
      if (tries === SIGN_UPS) throw error;
      await sleep(2_000);
    }
  }
}

/** Two or three tabs in which something is chosen and mostly paid, in any order and partly in one moment. */
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

/** One page after the other is opened, then one after the other is paid. */
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
  // Who has a subscription is led to the page that changes it.
  if (!url.startsWith(company.url)) return null;
  const known = shopper.pages.find((page) => page.sessionId === sessionId);
  const page = known ?? { sessionId, askedAt, answeredAt: performance.now(), subscriptionId: null, paidAs: 0 };
  if (!known) shopper.pages.push(page);
  return page;
}

/** The company refuses a page that it closed, and a second payment of one. */
async function pay({ company }: Shop, shopper: Shopper, page: Page): Promise<void> {
  const paid = await company
    .control<{ subscriptionId: string }>('POST', `checkouts/${page.sessionId}/pay`, {})
    .catch(() => null);
  if (!paid) return;
  page.subscriptionId = paid.subscriptionId;
  page.paidAs = 1 + Math.max(...shopper.pages.map(({ paidAs }) => paidAs));
}

/** The dashboard is opened. */
async function look({ services, random }: Shop, { cookie }: Shopper): Promise<void> {
  const headers = { ...HEADERS, cookie };
  await post(`${random.pick(services).url}/api/trpc/subscription.check`, { body: '', headers });
}
