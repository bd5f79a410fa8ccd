import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultPlans } from '../../plans/testing.ts';
import type { Truth } from '../../sandbox/testing.ts';
import { isSame, type OfCompanies, POLICIES, TABLE, type Words } from '../../testing/access/everyRow.ts';
import { storedAccess } from '../../testing/access/storedAccess.ts';
import type { Person } from '../../testing/app/people.ts';
import { SANDBOX_KEY, type SandboxedApp, startSandboxedApp } from '../../testing/app/sandboxedApp.ts';
import { payloadOf } from '../../testing/calls/buyerCalls.ts';
import { mayComplain } from '../../testing/run/complaints.ts';
import { providersHere } from '../../testing/run/storey.ts';
import { grantPlan } from './grants/grants.ts';
import { createPlansGeneration } from './owners/generation.ts';

/*
 * Every provider x event x policy: the expected access is written down here in words, and REST, the signed token, tRPC
 * (which the pages use) and SQL must all agree. Each event happens at the sandbox and arrives only as webhooks.
 */

const FAILS = '4000000000000341';

interface Answer {
  plan: string;
  reason: string;
  until: string | null;
  endsAt: string | null;
}

const NOBODY: Answer = { plan: 'free', reason: 'none', until: null, endsAt: null };
const ENDS_WITH_PERIOD = ['active', 'trialing', 'canceled'];
const LATER = [
  ...['nothing was bought', 'a trial runs', 'the charge after the trial failed a day ago'],
  ...['no news of a renewal for half a day', 'it was bought once', 'it was bought once, and refunded'],
  'an operator gave a plan',
];

/** Stripe's own setting to let an unpaid subscription continue. */
async function pauseCollection({ sandboxUrl }: SandboxedApp, id: string) {
  const headers = { authorization: `Bearer ${SANDBOX_KEY}`, 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams({ 'pause_collection[behavior]': 'void' });
  const answer = await fetch(`${sandboxUrl}/v1/subscriptions/${id}`, { method: 'POST', headers, body });
  expect(answer.status).toBe(200);
}

const wordsOf = ({ plan, reason }: Answer) => `${plan} ${reason}`;

/** The provider may send several events of the same second. */
mayComplain(/A tie waits for the provider/);

describe.each(providersHere('alpha'))('provider %s', (provider) => {
  let app: SandboxedApp;
  let now: Date;
  let truth: Truth;
  const people = new Map<string, Person>();
  const rows = Object.entries(TABLE).flatMap(([happened, words]): [string, Words][] => {
    const found = isSame(words) ? words : (words[provider as keyof OfCompanies] ?? words.others);
    return found ? [[happened, found]] : [];
  });

  const control = async (path: string, body: object = {}) => {
    await app.control('POST', path, body);
    await app.settle();
  };
  const at = (happened: string): Person => people.get(happened) ?? { id: '', email: '', cookie: '' };
  const theirs = (happened: string) => {
    const customer = truth.customers.find(({ email }) => email === at(happened).email)?.id;
    return {
      customer,
      subscription: truth.subscriptions.find(({ customerId }) => customerId === customer),
      invoice: truth.invoices.findLast((one) => one.customerId === customer && one.status === 'paid' && one.amount > 0)
        ?.id,
    };
  };
  const look = async () => {
    truth = await app.truth();
  };

  async function buy(happened: string, { interval = 'month', number }: { interval?: string; number?: string } = {}) {
    if (!rows.some(([name]) => name === happened)) return;
    await app.buy(at(happened), { plan: 'starter', interval }, { number });
  }
  const act = async (happened: string, action: string) => {
    const { subscription } = theirs(happened);
    if (subscription) await control(`subscriptions/${subscription.id}/${action}`);
  };
  const refund = (happened: string, amount?: number) =>
    control('refund', { invoiceId: theirs(happened).invoice, amount });
  async function dispute(happened: string, end?: 'win' | 'lose') {
    const { id } = await app.control<{ id: string }>('POST', 'disputes', { invoiceId: theirs(happened).invoice });
    await app.settle();
    if (end) await control(`disputes/${id}/${end}`);
  }

  /**
   * Trials last a week: a purchase on day 0 is paid from day 7 and renewed by day 38 at the latest. The check is on day
   * 41, half a day after the last event.
   */
  beforeAll(async () => {
    app = await startSandboxedApp(provider);
    for (const [happened] of rows) people.set(happened, await app.signUp());
    for (const [happened] of rows.filter(([name]) => !LATER.includes(name))) await buy(happened);
    await control('clock', { days: 33 });
    await look();
    await control('card', { customerId: theirs('a renewal failed').customer, number: FAILS });
    await buy('the charge after the trial failed a day ago', { number: FAILS });
    await control('clock', { seconds: 43_200 });
    await buy('no news of a renewal for half a day');
    await control('clock', { days: 5 });
    await buy('a trial runs');
    await buy('it was bought once', { interval: 'one_time' });
    await buy('it was bought once, and refunded', { interval: 'one_time' });
    await look();
    await happen();
    await control('clock', { seconds: 1.8 * 86_400 });
    await app.control('POST', 'switches', { drop: 1 });
    await control('clock', { seconds: 0.7 * 86_400 });
    await app.control('POST', 'switches', { reset: true });
    await look();
    now = new Date(truth.now);
    Object.assign(app.deps.billing, { now: () => now });
  }, 180_000);
  afterAll(() => app.close());

  async function happen() {
    await act('it is paused', 'pause');
    await act('it ended with paid time left', 'cancel_now');
    await refund('it ended with paid time left, and a part was refunded', 100);
    await act('it ended with paid time left, and a part was refunded', 'cancel_now');
    await refund('the period was refunded');
    await refund('a part of the period was refunded', 100);
    await refund('it was bought once, and refunded');
    await dispute('the period is disputed');
    await dispute('a dispute was won', 'win');
    await dispute('a dispute was lost', 'lose');
    const ending = theirs('it is set to end').subscription?.id ?? '';
    await app.deps.billing.adapter.changeSubscription(ending, { kind: 'cancel_at_period_end' });
    const collected = theirs('its collection is paused').subscription?.id;
    if (collected) await pauseCollection(app, collected);
    const given = { userId: at('an operator gave a plan').id, plan: 'pro', until: null, reason: 'a friend' };
    await grantPlan(app.deps.billing, given, 'somebody');
    await app.settle();
  }

  /** The four answers. */
  async function answersTo(person: Person): Promise<Answer[]> {
    const { id, cookie } = person;
    const { access, token } = await app.as<{ access: Answer; token: string }>(cookie, '/api/payments/access');
    const signed = payloadOf<{ access: Answer }>(token);
    const typed = await app.trpc<Answer>(person, 'subscription.access');
    const stored = await storedAccess(app.deps.billing, id, now);
    const textOf = (date: Date | null) => date?.toISOString() ?? null;
    const inSql = { ...stored, until: textOf(stored.until), endsAt: textOf(stored.endsAt) };
    return [access, signed.access, typed, inSql].map(({ plan, reason, until, endsAt }) => ({
      plan,
      reason,
      until,
      endsAt,
    }));
  }

  describe.each(Object.keys(POLICIES))('by the policy "%s"', (name) => {
    beforeAll(async () => {
      const { billing } = app.deps;
      const { access } = defaultPlans();
      const plans = { ...billing.plans, access: { ...access, ...POLICIES[name] } };
      Object.assign(billing, { plans, generation: createPlansGeneration(plans) });
    });

    test.each(rows)('%s', async (happened, words) => {
      const [first, ...others] = await answersTo(at(happened));
      expect(wordsOf(first ?? NOBODY)).toBe(words[Object.keys(POLICIES).indexOf(name)]);
      for (const answer of others) expect(answer).toEqual(first);
      if (first && ENDS_WITH_PERIOD.includes(first.reason) && happened !== 'no news of a renewal for half a day')
        expect(first.until).toBe(theirs(happened).subscription?.currentPeriodEnd);
      if (first?.reason === 'granted') expect(first.until).toBeNull();
    });
  });
});
