import type pg from 'pg';
import { recordId } from '../../../billing/records/recordId.ts';
import { modelCustomer, modelSubscription } from '../../events/model.ts';
import {
  amountOf,
  asSaid,
  type Fact,
  type FactKind,
  hidesItsEnd,
  type ModelCustomer,
  type ModelSubscription,
  type Provider,
} from '../../events/wire.ts';

export interface Life {
  customer: ModelCustomer;
  facts: Fact[];
  /** The provider's record after the last fact. */
  snapshot: ModelSubscription;
}

type Step = [kind: FactKind, change: Partial<ModelSubscription>];

/** Ends with an active subscription that is scheduled to end. */
export const runningLife: Step[] = [
  ['created', { status: 'trialing', plan: 'starter' }],
  ['updated', { status: 'active', trialStart: null, trialEnd: null }],
  ['failed', { status: 'past_due' }],
  ['updated', { status: 'active', plan: 'pro' }],
  ['updated', { cancelAtPeriodEnd: true }],
];

/** Ends with a canceled subscription. */
export const endedLife: Step[] = [
  ['created', { status: 'active', plan: 'starter' }],
  ['updated', { plan: 'pro' }],
  ['failed', { status: 'past_due' }],
  ['updated', { status: 'active', plan: 'enterprise', interval: 'year' }],
  ['deleted', { status: 'canceled' }],
];

interface LifeOptions {
  /** Part of every id of the life. */
  name: string;
  steps: readonly Step[];
  startsAt: number;
  /** Milliseconds between two events; 0: all have the same time. */
  apart: number;
}

export function lifeOf({ name, steps, startsAt, apart }: LifeOptions): Life {
  const customer = modelCustomer(name, { userId: `user_${name}` });
  let snapshot = modelSubscription(`sub_${name}`, startsAt, { plan: 'starter' });
  const facts = steps.map(([kind, change], index): Fact => {
    const at = startsAt + index * apart;
    snapshot = { ...snapshot, ...change, ...(kind === 'deleted' ? { canceledAt: at } : {}) };
    const invoice = { id: `in_${name}_${index}`, paid: kind === 'paid' };
    const isMoney = kind === 'paid' || kind === 'failed';
    return { id: `evt_${name}_${index}`, at, kind, customer, subscription: snapshot, ...(isMoney ? { invoice } : {}) };
  });
  return { customer, facts, snapshot };
}

/** An endless sequence of events of new subscriptions. */
export function* endlessFacts(name: string): Generator<Fact, never> {
  const startsAt = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;
  for (let index = 0; ; index += 1) {
    const steps = index % 2 ? endedLife : runningLife;
    yield* lifeOf({ name: `${name}${index}`, steps, startsAt, apart: 60_000 }).facts;
  }
}

interface Stored {
  id: string;
  userId: string;
  status: string;
  plan: string;
  interval: string;
  amount: string;
  cancelAtPeriodEnd: boolean;
  currentPeriodEnd: Date;
}

/** All differences between our records and the provider's. */
export async function differences(pool: pg.Pool, provider: Provider, lives: readonly Life[]): Promise<string[]> {
  const { rows } = await pool.query<Stored>('SELECT * FROM subscription WHERE provider = $1', [provider]);
  const records = new Map(rows.map((row) => [row.id, row]));
  return lives.flatMap(({ customer, facts, snapshot }) => {
    const record = records.get(recordId('subscription', provider, snapshot.id));
    if (!record) return [`${provider} ${snapshot.id}: no record`];
    const said = asSaid(provider, snapshot);
    const { cancelAtPeriodEnd } = hidesItsEnd(provider, facts, snapshot) ? record : said;
    const [ours, theirs] = [stateOf(record), snapshotOf(customer.userId, { ...said, cancelAtPeriodEnd })];
    return ours === theirs ? [] : [`${provider} ${snapshot.id}: ours ${ours}, theirs ${theirs}`];
  });
}

/** Deleted and canceled count as the same: our records distinguish them, the providers don't all do. */
function stateOf(record: Stored): string {
  const over = record.status === 'canceled' || record.status === 'deleted';
  const { userId, plan, interval, amount } = record;
  return [userId, over ? 'over' : record.status, plan, interval, amount, !over && record.cancelAtPeriodEnd].join(' ');
}

function snapshotOf(userId: string, snapshot: ModelSubscription): string {
  const over = snapshot.status === 'canceled';
  const amount = (amountOf(snapshot) / 100).toFixed(2);
  return [
    userId,
    over ? 'over' : snapshot.status,
    snapshot.plan,
    snapshot.interval,
    amount,
    !over && snapshot.cancelAtPeriodEnd,
  ].join(' ');
}

/** All orders of the items, the given one first. */
export function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}
