import type { ChangePreview } from '../../../../billing/subscriptions/changes/previewChange.ts';
import type { Acted } from '../../parts/acted.ts';
import { addressOf, type Market } from '../../parts/market.ts';
import type { Random } from '../../random.ts';
import type { Findings } from '../findings.ts';
import type { OwnAccount } from '../model/account.ts';
import { type Bill, isOver, type Memory } from '../model/books.ts';
import type { Previewed } from '../previews.ts';
import { codes } from './codes.ts';
import { give, takeBack } from './given.ts';
import type { People } from './people.ts';

const PLANS = ['starter', 'pro', 'enterprise'];
const FAILS_LATER = '4000000000000341';
const WORKS = '4242424242424242';

export interface Scene {
  account: OwnAccount;
  market: Market;
  people: People;
  memory: Memory;
  random: Random;
  owner: string;
  /** What was asked for, for the report. */
  asked: object;
  /** What was said before it was done. */
  previews: Previewed[];
  findings: Findings;
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
  'given a plan': (scene) => give(scene),
  'plan taken back': (scene) => takeBack(scene),
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
  'paid with another card': ({ market, account: { customers } }) =>
    customers[0] ? market.control('POST', 'card', { customerId: customers[0], number: WORKS }) : null,
  refunded: (scene) => onPayment(scene, 'refund', (bill) => bill.amount - bill.refunded),
  'partly refunded': (scene) => onPayment(scene, 'refund', (bill) => Math.min(100, bill.amount - bill.refunded)),
  disputed: (scene) => onPayment(scene, 'disputes'),
  'dispute won': (scene) => decide(scene, 'win'),
  'dispute lost': (scene) => decide(scene, 'lose'),
  'bought once beside': (scene) => buy(scene, { interval: 'one_time' }),
  'given a plan beside': (scene) => give(scene),
};

export const kinds = [...Object.keys(buying), ...Object.keys(afterwards)];

/** One random act of a person, or at the provider for them. Resolves to what it was; null: it was refused. */
export async function act(scene: Scene, acted: Acted): Promise<string | null> {
  const isLive = scene.account.subscriptions.some((each) => !isOver(each));
  const table = isLive && scene.random.next() < 0.9 ? afterwards : buying;
  const kind = scene.random.pick(Object.keys(table));
  const isDone = await Promise.resolve(table[kind]?.(scene) ?? null).then(
    (outcome) => outcome !== null,
    // Without an answer it may have been done.
    (error: unknown) => /answered 5\d\d/.test(String(error)),
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
  return market.control('POST', `checkouts/${sessionId}/pay`, { email: addressOf(owner), ...payment });
}

/** As pages do: what it would cost is shown before. */
async function change(scene: Scene, body: object) {
  const { market, owner, account } = scene;
  const billed = new Set(account.bills.map(({ id }) => id));
  scene.asked = body;
  const preview = await market.as<ChangePreview>(owner, 'change/preview', body);
  const { prorationDate } = preview;
  const sent = prorationDate ? { ...body, prorationDate } : body;
  const { subscription } = await market.as<{ subscription: { id: string } }>(owner, 'change', sent);
  scene.previews.push({ id: subscription.id, preview, billed });
}

function onLive({ market, account: { subscriptions } }: Scene, action: string, body: object) {
  const live = subscriptions.find((each) => !isOver(each));
  return live ? market.control('POST', `subscriptions/${live.id}/${action}`, body) : null;
}

function onPayment({ market, account: { bills }, random }: Scene, path: string, amount?: (bill: Bill) => number) {
  const paid = bills.filter((bill) => bill.status === 'paid' && bill.amount > bill.refunded);
  const bill = random.next() < 0.8 ? paid.at(-1) : paid[random.below(paid.length)];
  return bill ? market.control('POST', path, { invoiceId: bill.id, amount: amount?.(bill) }) : null;
}

function decide({ market, account: { raised } }: Scene, outcome: 'win' | 'lose') {
  const open = raised.find(({ status }) => status === 'open');
  return open ? market.control('POST', `disputes/${open.id}/${outcome}`, {}) : null;
}
