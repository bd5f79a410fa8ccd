import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConflictReason, conflictReasons } from '../billing/subscriptions/changes/conflicts.ts';
import type { SubscriptionDetails } from '../billing/subscriptions/details.ts';
import { comparePrices } from '../billing/sync/prices/comparePrices.ts';
import type { Subscription } from '../database/generated/client.ts';
import { defaultPlansFile } from '../plans/readPlans.ts';
import type { Person } from '../testing/app/people.ts';
import { SANDBOX_KEY, type SandboxedApp, startSandboxedApp } from '../testing/app/sandboxedApp.ts';
import { answerOf, post } from '../testing/calls/requests.ts';
import { mayComplain } from '../testing/run/complaints.ts';
import { providersHere } from '../testing/run/storey.ts';
import type { ProviderName } from './index.ts';

/** Without a yearly price of starter. */
const folder = mkdtempSync(join(tmpdir(), 'reasons-'));
const file = join(folder, 'plans.yaml');
writeFileSync(file, readFileSync(defaultPlansFile, 'utf8').replace(" year: '49.00',", ''));
afterAll(() => rmSync(folder, { recursive: true }));

interface Scene {
  app: SandboxedApp;
  provider: ProviderName;
  buyer: Person;
  change(body: object): Promise<unknown>;
  /** The newest subscription, as its owner sees it. */
  current(): Promise<SubscriptionDetails>;
  record(data: Partial<Pick<Subscription, 'plan' | 'priceId'>>): Promise<unknown>;
}

interface Refused {
  /** What is bought; default: a trial of pro by the month. */
  has?: object;
  /** What happens before. */
  after?: (scene: Scene) => Promise<unknown>;
  asked: object | ((scene: Scene) => object);
  /** What is refused likewise. */
  also?: object[];
  /** Where it is refused so; elsewhere it is possible. Default: at every provider. */
  at?: ProviderName[];
  /** That it goes away by itself, at the end of the period. */
  ends?: true;
  says: RegExp;
}

const days = (count: number) => count * 86_400_000;

/** A preview has no date that could be over, and no provider says beforehand what it will refuse. */
const ONLY_OF_CHANGES = new Set<ConflictReason>(['preview_expired', 'provider_refused']);

/** Every reason, with the words that say what can be done and when. */
const reasons: Record<ConflictReason, Refused> = {
  ending: {
    after: ({ change }) => change({ kind: 'cancel_at_period_end' }),
    asked: { plan: 'enterprise' },
    ends: true,
    says: /^The subscription is set to end on \d{4}-\d\d-\d\d\. Resume it first, then change it\.$/,
  },
  past_due: {
    after: async ({ app, current }) => {
      const { providerSubscriptionId: id } = await current();
      await app.control('POST', `subscriptions/${id}/fail_next`, { times: 9 });
      await app.moveClock({ days: 15 });
    },
    asked: { plan: 'enterprise' },
    says: /^A payment is due\. Pay it first \(the portal has it\), then change the plan; canceling is possible now\.$/,
  },
  paused: {
    after: async ({ app, change, provider }) => {
      await change({ kind: 'pause' });
      if (provider === 'gamma') await app.moveClock({ days: 15 });
    },
    asked: { plan: 'enterprise' },
    says: /^The subscription is paused\. Continue it first \(`unpause`\)\.$/,
  },
  not_ending: {
    asked: { kind: 'resume' },
    says: /^The subscription is not set to end, so there is nothing to resume\.$/,
  },
  not_paused: {
    asked: { kind: 'unpause' },
    says: /^The subscription is not paused, so there is nothing to continue\.$/,
  },
  nothing_scheduled: { asked: { kind: 'undo' }, says: /^No change is scheduled, so there is nothing to take back\.$/ },
  pause_scheduled: {
    after: ({ change }) => change({ kind: 'pause' }),
    asked: { kind: 'pause' },
    at: ['gamma'],
    ends: true,
    says: /^A pause is already scheduled for \d{4}-\d\d-\d\d\.$/,
  },
  same_plan: {
    asked: { plan: 'pro' },
    says: /^The subscription already has this plan, interval and number of seats\.$/,
  },
  not_sold: {
    asked: { plan: 'starter', interval: 'year' },
    says: /^This plan is not sold at this interval\. Choose another of the plans on sale\.$/,
  },
  unknown_plan: {
    after: ({ record }) => record({ plan: 'unknown', priceId: 'price_of_nobody' }),
    asked: { plan: 'enterprise' },
    says: /^The provider reports a price of no known plan, so no change has a known cost\. Ask support\.$/,
  },
  not_by_seats: {
    has: { plan: 'enterprise', quantity: 3 },
    after: ({ app }) => reprice(app, false),
    asked: { plan: 'enterprise', interval: 'year' },
    at: ['gamma'],
    says: /^The price is not per seat: send no number of seats other than 1\.$/,
  },
  plan_with_seats: {
    asked: { plan: 'enterprise', quantity: 3 },
    at: ['gamma'],
    says: /^The provider changes plan and seats one after the other\. Send two changes\.$/,
  },
  shorter_interval: {
    has: { plan: 'pro', interval: 'year' },
    asked: { plan: 'pro', interval: 'month' },
    at: ['beta'],
    ends: true,
    says: /^The provider can't schedule this change\. Cancel at the end of the period, and buy the other plan after \d{4}-\d\d-\d\d\.$/,
  },
  preview_expired: {
    asked: ({ app }) => ({
      plan: 'enterprise',
      prorationDate: new Date(app.deps.billing.now().getTime() - days(1)).toISOString(),
    }),
    says: /^The preview no longer holds\. Ask for a new one, and send its date along\.$/,
  },
  scheduled_elsewhere: {
    after: async ({ app, provider, current }) => {
      // Nobody else can plan at the others.
      if (provider !== 'alpha') return;
      const { providerSubscriptionId: from_subscription } = await current();
      const url = `${app.sandboxUrl}/v1/subscription_schedules`;
      const headers = { authorization: `Bearer ${SANDBOX_KEY}`, 'content-type': 'application/x-www-form-urlencoded' };
      const send = async (path: string, fields: Record<string, string>) => {
        const answer = await fetch(url + path, { method: 'POST', headers, body: `${new URLSearchParams(fields)}` });
        return (await answer.json()) as { id: string; phases: { start_date: number; end_date: number }[] };
      };
      const { id, phases } = await send('', { from_subscription });
      const [{ start_date, end_date } = { start_date: 0, end_date: 0 }] = phases;
      await send(`/${id}`, {
        'phases[0][items][0][price]': 'price_pro_month',
        'phases[0][start_date]': `${start_date}`,
        'phases[0][end_date]': `${end_date}`,
        'phases[1][items][0][price]': 'price_enterprise_month',
        'phases[1][start_date]': `${end_date}`,
      });
      await app.settle();
    },
    asked: { plan: 'starter' },
    also: [{ kind: 'pause' }],
    at: ['alpha'],
    says: /^Somebody else scheduled changes of the subscription at the provider\. Canceling is possible; ask support for another change\.$/,
  },
  provider_refused: {
    after: async ({ app, current }) => {
      const { providerSubscriptionId: id } = await current();
      await app.control('POST', 'switches', { drop: 1 });
      await app.control('POST', `subscriptions/${id}/cancel_now`, {});
      await app.control('POST', 'switches', { drop: 0 });
    },
    asked: { kind: 'pause' },
    says: /^The provider refused the change, and nothing was changed\. Try again later, or ask support\.$/,
  },
};

async function reprice({ control, deps }: SandboxedApp, perSeat: boolean): Promise<void> {
  await control('POST', 'prices/price_enterprise_year', { amount: 99_900, perSeat });
  await comparePrices(deps.billing, deps.billing.adapter);
}

/** A refused change says why, what can be done and when, at every provider. */
describe.each(providersHere('alpha'))('reasons at %s', (provider) => {
  let app: SandboxedApp;
  beforeAll(async () => {
    app = await startSandboxedApp(provider, { environment: { PLANS_FILE: file } });
  });
  afterAll(() => app.close());
  mayComplain(/Sold with one seat only: enterprise/, /Unknown plan/);

  test.for(conflictReasons)('%s', async (reason) => {
    const { has = { plan: 'pro' }, after, asked, also = [], at, ends, says } = reasons[reason];
    const isReason = at === undefined || at.includes(provider);
    const buyer = await app.signUp();
    const call = async (body: object, path = 'change') =>
      answerOf(await app.call(`/api/payments/${path}`, post(body, buyer.cookie)));
    const answersTo = async (bodies: object[]) =>
      (await Promise.all(bodies.map(async (each) => [await call(each, 'change/preview'), await call(each)]))).flat();
    const scene: Scene = {
      app,
      provider,
      buyer,
      async change(body) {
        expect(await call(body)).toMatchObject({ status: 200 });
        await app.settle();
      },
      current: async () => (await app.subscriptions(buyer))[0] as SubscriptionDetails,
      record: (data) => app.deps.billing.database.prisma.subscription.updateMany({ where: { userId: buyer.id }, data }),
    };
    await app.buy(buyer, has);
    const { currentPeriodEnd } = await scene.current();
    await after?.(scene);
    const body = typeof asked === 'function' ? asked(scene) : asked;
    const preview = await call(body, 'change/preview');
    const answer = await call(body);
    const alike = isReason ? await answersTo(also) : [];
    if (reason === 'not_by_seats') await reprice(app, true);
    if (!isReason) {
      expect([200, 409]).toContain(answer.status);
      expect(preview.status).toBe(answer.status);
      expect(answer.body).not.toMatchObject({ conflict: { reason } });
      return;
    }
    const until = ends ? currentPeriodEnd : null;
    const conflict = { reason, until, message: expect.stringMatching(says) };
    expect(answer).toEqual({ status: 409, body: { error: 'Plan change not possible', conflict } });
    for (const each of [...alike, ...(ONLY_OF_CHANGES.has(reason) ? [] : [preview])]) expect(each).toEqual(answer);
    expect(JSON.stringify(answer.body).split(until?.slice(0, 10) ?? 'no date')).toHaveLength(ends ? 3 : 1);
  });
});
