import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subscriptionCard } from '../../client/views/subscriptionCard.ts';
import type { AccessView } from '../billing/access/currentAccess.ts';
import type { ChangePreview } from '../billing/subscriptions/changes/previewChange.ts';
import type { LiveSubscriptions } from '../billing/subscriptions/duplicates/listLive.ts';
import type { Person } from '../testing/app/people.ts';
import { SANDBOX_KEY, type SandboxedApp, startSandboxedApp } from '../testing/app/sandboxedApp.ts';
import { answerOf, post } from '../testing/calls/requests.ts';
import { sampleOr } from '../testing/run/storey.ts';

const FAILS_LATER = '4000000000000341';

/** Canceling is a right: it is offered, taken, shown and kept in every state. */
describe.each(sampleOr(['alpha', 'beta'], ['gamma']))('at %s, canceled while', (provider) => {
  let app: SandboxedApp;
  beforeAll(async () => {
    app = await startSandboxedApp(provider);
  });
  afterAll(() => app.close());

  const change = async ({ cookie }: Person, body: object, path = 'change') => {
    const answer = await answerOf(await app.call(`/api/payments/${path}`, post(body, cookie)));
    await app.settle();
    return answer;
  };
  const stripe = async (path: string, form: Record<string, string>) => {
    const headers = { authorization: `Bearer ${SANDBOX_KEY}` };
    const request = { method: 'POST', headers, body: new URLSearchParams(form) };
    const answer = await answerOf(await fetch(`${app.sandboxUrl}/v1/${path}`, request));
    expect(answer.status).toBe(200);
    await app.settle();
    return answer.body as {
      id: string;
      phases: { start_date: number; end_date: number; items: { price: string }[] }[];
    };
  };
  /** What the dashboard shows; null: no live subscription. */
  async function shown(buyer: Person) {
    const [subscription] = (await app.trpc<LiveSubscriptions>(buyer, 'subscription.live')).live;
    if (!subscription) return null;
    const access = await app.trpc<AccessView>(buyer, 'subscription.access');
    const card = subscriptionCard(subscription, { access, asked: true, now: app.deps.billing.now() });
    return { id: subscription.providerSubscriptionId, plan: subscription.plan, card };
  }
  const booked = async (id: string | undefined) => (await app.truth()).subscriptions.find((each) => each.id === id);

  type Prepare = (buyer: Person, id: string) => Promise<unknown>;
  /** Each leads from a paid plan, pro, to a state. */
  const states: Record<string, Prepare> = {
    active: async () => {},
    'past due': async (_buyer, id) => {
      await app.control('POST', 'card', { customerId: (await booked(id))?.customerId, number: FAILS_LATER });
      await app.moveClock({ days: 32 });
    },
    paused: async (buyer) => {
      await change(buyer, { kind: 'pause' });
      if (provider === 'gamma') await app.moveClock({ days: 32 });
    },
    'another plan is scheduled': (buyer) => change(buyer, { plan: 'starter' }),
    ...(provider === 'alpha' && {
      'its collection is paused': (_buyer: Person, id: string) =>
        stripe(`subscriptions/${id}`, { 'pause_collection[behavior]': 'void' }),
      'under a schedule that somebody else made': (_buyer: Person, id: string) => foreignSchedule(id),
    }),
  };
  async function foreignSchedule(id: string) {
    const made = await stripe('subscription_schedules', { from_subscription: id });
    const starter = app.deps.billing.prices.listed('alpha').find((price) => price.plan === 'starter')?.id ?? '';
    const [running] = made.phases;
    await stripe(`subscription_schedules/${made.id}`, {
      'phases[0][start_date]': `${running?.start_date}`,
      'phases[0][end_date]': `${running?.end_date}`,
      'phases[0][items][0][price]': running?.items[0]?.price ?? '',
      'phases[1][items][0][price]': starter,
    });
  }

  it.each(Object.entries(states))('%s', async (name, prepare) => {
    const buyer = await app.signUpPaying({ plan: 'pro' });
    const id = (await shown(buyer))?.id ?? '';
    await prepare(buyer, id);
    const before = await shown(buyer);
    expect(before?.card.actions).toContain('cancel');
    const preview = await change(buyer, { kind: 'cancel_at_period_end' }, 'change/preview');
    const replaces = name.includes('somebody else') ? 'elsewhere' : name.includes('another plan') ? 'plan' : null;
    expect(preview.body).toMatchObject({ replaces } satisfies Partial<ChangePreview>);
    const answer = await change(buyer, { kind: 'cancel_at_period_end' });
    expect(answer.status).toBe(200);
    // Polar pauses once the period is over: nothing is left until which it could go on.
    const isOver = provider === 'gamma' && name === 'paused';
    if (isOver) {
      await app.moveClock({ seconds: 5 });
      expect([await shown(buyer), (await booked(id))?.status]).toEqual([null, 'canceled']);
      return;
    }
    const ending = await shown(buyer);
    expect(ending?.card.statement.ends).toEqual(expect.any(String));
    expect(ending?.card.actions).toContain('resume');
    expect((await booked(id))?.cancelAt).toEqual(expect.any(String));

    expect((await change(buyer, { kind: 'resume' })).status).toBe(200);
    const resumed = await shown(buyer);
    expect([resumed?.card.statement.ends, resumed?.card.actions]).toEqual([null, expect.arrayContaining(['cancel'])]);
    const restored = await change(buyer, { kind: 'cancel_at_period_end' }, 'change/preview');
    expect(restored.body).toMatchObject({ replaces: replaces === 'elsewhere' ? replaces : null });

    await change(buyer, { kind: 'cancel_at_period_end' });
    const { invoices } = await app.truth();
    await app.moveClock({ days: 40 });
    expect([await shown(buyer), (await booked(id))?.status]).toEqual([null, 'canceled']);
    expect((await app.truth()).invoices.map((invoice) => invoice.id)).toEqual(invoices.map((invoice) => invoice.id));
  });
});
