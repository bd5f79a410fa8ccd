import type { Truth } from '../../../sandbox/testing.ts';
import type { Provider } from '../../events/wire.ts';
import type { Acted } from '../parts/acted.ts';
import type { Market } from '../parts/market.ts';
import type { Random } from '../random.ts';
import { type Account, type Bill, isOver, type Sold } from './books.ts';
import { codes } from './codes.ts';

const PLANS = ['starter', 'pro', 'enterprise'];
const FAILS_LATER = '4000000000000341';
const WORKS = '4242424242424242';

export interface Scene extends Account {
  market: Market;
  random: Random;
  owner: string;
  customers: string[];
  /** All disputes, told or not. */
  raised: Truth['disputes'];
  /** What was asked for, for the report. */
  asked: object;
}

/** null: there is nothing to do it to. */
type Act = (scene: Scene) => Promise<unknown> | null;

const buying: Record<string, Act> = {
  'bought by the month': (scene) => buy(scene, { interval: 'month' }),
  'bought by the year': (scene) => buy(scene, { interval: 'year' }),
  'bought seats': (scene) => buy(scene, { plan: 'enterprise', quantity: 1 + scene.random.below(9) }),
  'bought once': (scene) => buy(scene, { interval: 'one_time' }),
  'bought with a code': (scene) => buy(scene, { interval: 'month' }, { code: scene.random.pick(codes) }),
  'bought with a card that fails later': (scene) => buy(scene, { interval: 'month' }, { number: FAILS_LATER }),
};

const afterwards: Record<string, Act> = {
  'plan changed': (scene) => change(scene, { plan: scene.random.pick(PLANS) }),
  'interval changed': (scene) =>
    change(scene, { plan: scene.random.pick(PLANS), interval: scene.random.pick(['month', 'year']) }),
  'seats changed': (scene) => change(scene, { plan: 'enterprise', quantity: 1 + scene.random.below(9) }),
  'taken back': (scene) => change(scene, { kind: 'undo' }),
  'canceled at the end': (scene) => change(scene, { kind: 'cancel_at_period_end' }),
  'canceled at once': (scene) => change(scene, { kind: 'cancel_now' }),
  resumed: (scene) => change(scene, { kind: 'resume' }),
  paused: (scene) => change(scene, { kind: 'pause' }),
  unpaused: (scene) => change(scene, { kind: 'unpause' }),
  'renewal failed': (scene) => onLive(scene, 'fail_next', { times: 1 + scene.random.below(4) }),
  'paid with another card': ({ market, customers }) =>
    customers[0] ? market.control('POST', 'card', { customerId: customers[0], number: WORKS }) : null,
  refunded: (scene) => onPayment(scene, 'refund', (bill) => bill.amount - bill.refunded),
  'partly refunded': (scene) => onPayment(scene, 'refund', (bill) => Math.min(100, bill.amount - bill.refunded)),
  disputed: (scene) => onPayment(scene, 'disputes'),
  'dispute won': (scene) => decide(scene, 'win'),
  'dispute lost': (scene) => decide(scene, 'lose'),
  'bought once beside': (scene) => buy(scene, { interval: 'one_time' }),
};

export const kinds = [...Object.keys(buying), ...Object.keys(afterwards)];

/** One random act of a person, or at the provider for them. Resolves to what it was; null: it was refused. */
export async function act(scene: Scene, acted: Acted): Promise<string | null> {
  const isLive = scene.subscriptions.some((each) => !isOver(each));
  const table = isLive && scene.random.next() < 0.9 ? afterwards : buying;
  const kind = scene.random.pick(Object.keys(table));
  const isDone = await Promise.resolve(table[kind]?.(scene) ?? null).then(
    (outcome) => outcome !== null,
    () => false,
  );
  if (isDone) acted.done.set(kind, (acted.done.get(kind) ?? 0) + 1);
  else acted.refused += 1;
  return isDone ? `${kind} ${Object.values(scene.asked).join(' ')}`.trim() : null;
}

async function buy(scene: Scene, wanted: object, payment: object = {}) {
  const { market, random, owner } = scene;
  const body = { plan: random.pick(PLANS), ...wanted };
  scene.asked = { ...body, ...payment };
  const { sessionId } = await market.as<{ sessionId: string }>(owner, 'checkout', body);
  return market.control('POST', `checkouts/${sessionId}/pay`, { email: `${owner}@example.com`, ...payment });
}

function change(scene: Scene, body: object) {
  scene.asked = body;
  return scene.market.as(scene.owner, 'change', body);
}

function onLive({ market, subscriptions }: Scene, action: string, body: object) {
  const live = subscriptions.find((each) => !isOver(each));
  return live ? market.control('POST', `subscriptions/${live.id}/${action}`, body) : null;
}

function onPayment({ market, bills, random }: Scene, path: string, amount?: (bill: Bill) => number) {
  const paid = bills.filter((bill) => bill.status === 'paid' && bill.amount > bill.refunded);
  const bill = random.next() < 0.8 ? paid.at(-1) : paid[random.below(paid.length)];
  return bill ? market.control('POST', path, { invoiceId: bill.id, amount: amount?.(bill) }) : null;
}

function decide({ market, raised }: Scene, outcome: 'win' | 'lose') {
  const open = raised.find(({ status }) => status === 'open');
  return open ? market.control('POST', `disputes/${open.id}/${outcome}`, {}) : null;
}

/** What the books say of one person. */
export function accountIn(
  truth: Truth,
  provider: Provider,
  owner: string,
): Account & Pick<Scene, 'customers' | 'raised'> {
  const customers = truth.customers.filter(({ email }) => email === `${owner}@example.com`).map(({ id }) => id);
  const isOwn = ({ customerId }: { customerId: string }) => customers.includes(customerId);
  const bills = truth.invoices.filter(isOwn);
  const raised = truth.disputes.filter(({ invoiceId }) => bills.some(({ id }) => id === invoiceId));
  const subscriptions: Sold[] = truth.subscriptions.filter(isOwn);
  const company = { endsAtOnce: provider === 'gamma', hidesTrials: provider === 'beta' };
  const disputes = told[provider](raised);
  return { customers, subscriptions, bills, disputes, raised, ...company, now: Date.parse(truth.now) };
}

type Disputes = Truth['disputes'];

/** Creem never says how a dispute ended; Polar's are read by the reconcile, which does not run here. */
const told: Record<Provider, (raised: Disputes) => Disputes> = {
  alpha: (raised) => raised,
  beta: (raised) => raised.map((each) => ({ ...each, status: 'open' })),
  gamma: () => [],
};
