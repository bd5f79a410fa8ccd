import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { providerNames } from '../../../adapters/index.ts';
import type { Person } from '../../../testing/app/people.ts';
import { type SandboxedApp, startSandboxedApp } from '../../../testing/app/sandboxedApp.ts';
import { randomFrom } from '../../../testing/faults/random.ts';
import { mayComplain } from '../../../testing/run/complaints.ts';
import { givenNumber } from '../../../testing/run/storey.ts';
import { reconcile } from './reconcile.ts';

mayComplain(/.*/);
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const LIVES = givenNumber('LIVES', 1);
const ACTS = givenNumber('ACTS', 10);
const first = givenNumber('SEED', Date.now() % 100_000);
const seeds = Array.from({ length: LIVES }, (_, index) => first + index);

/**
 * One reconcile must tell what all the webhooks would have told, as far as the company's lists do: they are sent again
 * afterwards, and change nothing. `LIVES=50 SEED=1` for a long run.
 */
describe.each(providerNames)('%s', (provider) => {
  let app: SandboxedApp;
  beforeAll(async () => {
    app = await startSandboxedApp(provider);
  });
  afterAll(() => app.close());

  const prisma = () => app.deps.billing.database.prisma;
  const newestPaid = async (person: Person) =>
    (await app.truthOf(person)).invoices.findLast(
      ({ amount, status, refunded }) => amount > 0 && status === 'paid' && refunded === 0,
    );
  /** The company refuses what does not fit. */
  const tried = (path: string, body = {}) => app.control<{ id: string }>('POST', path, body).catch(() => null);
  const ofLive = async (person: Person, action: string, body = {}) => {
    const live = (await app.truthOf(person)).subscriptions.find(({ status }) => status !== 'canceled');
    if (live) await tried(`subscriptions/${live.id}/${action}`, body);
  };

  const acts: Record<string, (person: Person) => Promise<unknown>> = {
    month: () => app.moveClock({ months: 1 }),
    days: () => app.moveClock({ days: 3 }),
    failing: (person) => ofLive(person, 'fail_next'),
    end: (person) => ofLive(person, 'cancel_now'),
    async refund(person) {
      const paid = await newestPaid(person);
      if (paid) await tried('refund', { invoiceId: paid.id });
    },
    async refundPart(person) {
      const paid = await newestPaid(person);
      if (paid) await tried('refund', { invoiceId: paid.id, amount: Math.ceil(paid.amount / 3) });
    },
    // Creem's lists tell neither disputes nor what a one-time purchase bought.
    ...(provider === 'beta' ? {} : { dispute, once }),
  };

  async function dispute(person: Person) {
    const paid = await newestPaid(person);
    if (!paid) return;
    const opened = await tried('disputes', { invoiceId: paid.id });
    if (opened) await tried(`disputes/${opened.id}/${paid.id.charCodeAt(4) % 2 === 0 ? 'lose' : 'win'}`);
  }

  async function once(person: Person) {
    const page = await app.checkout(person, { plan: 'enterprise', interval: 'one_time' }).catch(() => null);
    // One whose webhook is lost is open here, and paid there.
    if (page) await app.pay(page.sessionId).catch(() => undefined);
  }

  async function repair() {
    const { billing } = app.deps;
    const run = await reconcile(billing, { adapter: billing.adapter, fix: true, trigger: 'command', paceMs: 0 });
    const drifts = await prisma().drift.findMany({ where: { runId: run.id } });
    return { failed: run.failed, drifts: drifts.map(({ class: name }) => name) };
  }

  /** Creem's list of payments does not say it. */
  const planOf = ({ plan }: { plan: string | null }) => (provider === 'beta' ? null : plan);

  /** Only a webhook says that an ended one was deleted. */
  const statusOf = ({ status }: { status: string }) => (status === 'deleted' ? 'canceled' : status);

  async function stateOf(person: Person) {
    const where = { userId: person.id };
    const order = { orderBy: { id: 'asc' } } as const;
    const subscriptions = await prisma().subscription.findMany({ where, ...order });
    const payments = await prisma().payment.findMany({ where, ...order });
    const { plan, reason, until } = await app.access(person);
    return {
      // A one-time purchase that its checkout tells of counts from then on.
      access: { plan, reason, until: reason === 'purchased' ? null : until },
      subscriptions: subscriptions.map((one) => [one.id, statusOf(one), one.plan, one.amount, one.currentPeriodEnd]),
      payments: payments.map((one) => [one.id, one.status, one.amount, one.amountRefunded, planOf(one)]),
    };
  }
  const stateOfAll = (people: Person[]) => Promise.all(people.map(stateOf));

  async function lostOnes() {
    const { deliveries } = await app.control<{ deliveries: { id: string; status: string }[] }>('GET', 'deliveries');
    return deliveries.filter(({ status }) => status === 'dropped');
  }

  test.each(seeds)('SEED=%i: what is lost is found', async (seed) => {
    const random = randomFrom(seed);
    await app.control('POST', 'switches', { drop: 0 });
    const people: Person[] = [];
    for (let n = 0; n < 3; n += 1) people.push(await app.signUpPaying({ plan: random.pick(['starter', 'pro']) }));
    const drop = random.pick([0.3, 0.7, 1]);
    await app.control('POST', 'switches', { drop, seed });
    const done: string[] = [];
    // A short life may be lucky: it goes on until something is lost.
    for (let n = 0; n < ACTS || (n < 5 * ACTS && (await lostOnes()).length === 0); n += 1) {
      const name = random.pick(Object.keys(acts));
      done.push(name);
      await acts[name]?.(random.pick(people));
    }
    await app.settle();
    await app.control('POST', 'switches', { drop: 0 });
    const { failed, drifts } = await repair();
    console.info(`${provider}: SEED=${seed}, drop ${drop}: ${done.join(' ')}; ${drifts.length} drifts`);
    expect(failed).toBe(0);
    const found = await stateOfAll(people);
    expect((await repair()).drifts).toEqual([]);

    const lost = await lostOnes();
    expect(lost.length).toBeGreaterThan(0);
    for (const { id } of lost) await app.control('POST', `deliveries/${id}/resend`);
    await app.settle();
    expect(found).toEqual(await stateOfAll(people));
  });
});
