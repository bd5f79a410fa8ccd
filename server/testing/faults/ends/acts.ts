import type { Truth } from '../../../sandbox/testing.ts';
import type { Acted } from '../parts/acted.ts';
import type { Market } from '../parts/market.ts';
import type { Random } from '../random.ts';

const FAILS_LATER = '4000000000000341';
const PLANS = ['starter', 'pro', 'enterprise'];

interface Scene {
  market: Market;
  random: Random;
  owner: string;
  truth: Truth;
}

type Act = (scene: Scene) => Promise<unknown>;

const buying: Record<string, Act> = {
  'bought by the month': (scene) => buy(scene, { interval: 'month' }),
  'bought by the year': (scene) => buy(scene, { interval: 'year' }),
  'bought once': (scene) => buy(scene, { interval: 'one_time' }),
  'bought with a card that fails later': (scene) => buy(scene, { interval: 'month' }, FAILS_LATER),
};

const afterwards: Record<string, Act> = {
  'plan changed': (scene) => change(scene, { plan: scene.random.pick(PLANS) }),
  'canceled at the end': (scene) => change(scene, { kind: 'cancel_at_period_end' }),
  'canceled at once': (scene) => onSubscription(scene, 'cancel_now'),
  resumed: (scene) => change(scene, { kind: 'resume' }),
  paused: (scene) => onSubscription(scene, 'pause'),
  unpaused: (scene) => onSubscription(scene, 'resume'),
  'renewal failed': (scene) => onSubscription(scene, 'fail_next', { times: 1 + scene.random.below(4) }),
  refunded: (scene) => onPayment(scene, 'refund'),
  'partly refunded': (scene) => onPayment(scene, 'refund', 100),
  disputed: (scene) => onPayment(scene, 'disputes'),
  'dispute won': (scene) => decide(scene, 'win'),
  'dispute lost': (scene) => decide(scene, 'lose'),
};

export const kinds = [...Object.keys(buying), ...Object.keys(afterwards)];

/** An owner without a subscription buys one, at first as a trial of two weeks. */
export async function buyAgain(by: Omit<Scene, 'truth'>): Promise<void> {
  const scene = { ...by, truth: await by.market.control<Truth>('GET', 'truth') };
  if (!liveOf(scene)) await buy(scene, { plan: 'pro', interval: 'month' });
}

/** One random act of an owner, or at the provider for an owner. */
export async function act(by: Omit<Scene, 'truth'>, acted: Acted): Promise<void> {
  const { market, random } = by;
  const scene = { ...by, truth: await market.control<Truth>('GET', 'truth') };
  const table = liveOf(scene) && random.next() < 0.9 ? afterwards : buying;
  const kind = random.pick(Object.keys(table));
  const isDone = await table[kind]?.(scene).then(
    (outcome) => outcome !== null,
    () => false,
  );
  if (isDone) acted.done.set(kind, (acted.done.get(kind) ?? 0) + 1);
  else acted.refused += 1;
}

async function buy({ market, random, owner }: Scene, wanted: object, number?: string) {
  const { sessionId } = await market.as<{ sessionId: string }>(owner, 'checkout', {
    plan: random.pick(PLANS),
    ...wanted,
  });
  return market.control('POST', `checkouts/${sessionId}/pay`, { email: `${owner}@example.com`, number });
}

const change = ({ market, owner }: Scene, body: object) => market.as(owner, 'change', body);

async function onSubscription(scene: Scene, action: string, body = {}) {
  const live = liveOf(scene);
  return live ? scene.market.control('POST', `subscriptions/${live.id}/${action}`, body) : null;
}

async function onPayment(scene: Scene, path: 'refund' | 'disputes', amount?: number) {
  const paid = ownOf(scene, scene.truth.invoices).filter(({ status, amount: sum }) => status === 'paid' && sum > 0);
  const invoice = paid.at(-1);
  return invoice ? scene.market.control('POST', path, { invoiceId: invoice.id, amount }) : null;
}

async function decide(scene: Scene, outcome: 'win' | 'lose') {
  const own = new Set(ownOf(scene, scene.truth.invoices).map(({ id }) => id));
  const open = scene.truth.disputes.find(({ invoiceId, status }) => status === 'open' && own.has(invoiceId));
  return open ? scene.market.control('POST', `disputes/${open.id}/${outcome}`, {}) : null;
}

const liveOf = (scene: Scene) => ownOf(scene, scene.truth.subscriptions).find(({ status }) => status !== 'canceled');

function ownOf<T extends { customerId: string }>({ truth, owner }: Scene, records: readonly T[]): T[] {
  const customers = truth.customers.filter(({ email }) => email === `${owner}@example.com`).map(({ id }) => id);
  return records.filter(({ customerId }) => customers.includes(customerId));
}
