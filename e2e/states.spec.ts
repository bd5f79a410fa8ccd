import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { expect, onLanding, test } from './fixtures.ts';
import { seed, signInAs } from './seeded.ts';
import { deliver } from './webhooks.ts';

const DAY = 86_400;
const now = Math.floor(Date.now() / 1000);

interface State {
  status: string;
  /** Set to end with the period. */
  ends: boolean;
  /** Days from now until a trial's end; null: there was none. */
  trial: number | null;
  /** Has a price that is in no setting. */
  unknownPlan?: boolean;
  deleted?: boolean;
}

interface Shown {
  badge: string | RegExp;
  /** On the line. */
  point: string;
  actions: string[];
  says?: RegExp;
}

const statuses = ['active', 'trialing', 'past_due', 'incomplete', 'canceled'];
const states: State[] = statuses.flatMap((status) =>
  [false, true].flatMap((ends) => [null, 4].map((trial) => ({ status, ends, trial }))),
);
states.push(
  { status: 'active', ends: false, trial: null, unknownPlan: true },
  { status: 'trialing', ends: true, trial: 4, unknownPlan: true },
  { status: 'active', ends: false, trial: -10 },
  { status: 'canceled', ends: false, trial: null, deleted: true },
);

/** The expected content of the page, derived from the state alone. */
function expected({ status, ends, unknownPlan, deleted, trial }: State): Shown {
  if (deleted || status === 'canceled')
    return {
      badge: 'Ended',
      point: 'Nothing is due',
      actions: ['Resubscribe to Pro', 'Manage billing'],
      says: /is on Free/,
    };
  if (status === 'past_due')
    return {
      badge: 'Past due',
      point: 'Not paid',
      actions: ends ? ['Pay $9.90', 'Resume plan', 'Manage billing'] : ['Pay $9.90', 'Cancel plan', 'Manage billing'],
      says: ends ? /set to end on/ : /did not go through/,
    };
  if (status === 'incomplete')
    return {
      badge: 'Waiting for your bank',
      point: 'Debit began',
      actions: ['Choose a plan', 'Manage billing'],
      says: /has not arrived yet/,
    };
  const says = unknownPlan ? /plan that we don’t recognize/ : undefined;
  if (ends)
    return {
      badge: /^Cancels on \w+ \d+, \d{4}$/,
      point: unknownPlan ? 'Unknown plan ends' : 'Pro ends',
      actions: ['Resume plan', 'Manage billing'],
      says: says ?? /After that, your account moves to Free/,
    };
  if (unknownPlan) return { badge: 'Unknown plan', point: 'Renews', actions: ['Cancel plan', 'Manage billing'], says };
  if (status === 'trialing') {
    const left = trial === null ? /days left$/ : /^4 days left$/;
    return {
      badge: 'Free trial',
      point: 'First charge',
      actions: ['Change plan', 'Cancel plan', 'Manage billing'],
      says: left,
    };
  }
  return { badge: 'Active', point: 'Renews', actions: ['Change plan', 'Pause plan', 'Cancel plan', 'Manage billing'] };
}

/** Stripe's subscription object for a state; `nth` makes its dates unique. */
function subscriptionOf({ status, ends, trial, unknownPlan }: State, userId: string, nth: number) {
  const start = now - 2 * DAY;
  const end = now + (40 + nth) * DAY;
  const price = { id: unknownPlan ? 'price_retired' : 'price_pro_month', currency: 'usd', unit_amount: 990 };
  return {
    id: `sub_states_${userId}`,
    object: 'subscription',
    customer: `cus_states_${userId}`,
    status,
    metadata: { userId },
    currency: 'usd',
    cancel_at_period_end: ends,
    canceled_at: ends || status === 'canceled' ? start : null,
    trial_start: trial === null ? null : now - 20 * DAY,
    trial_end: trial === null ? null : now + trial * DAY,
    items: {
      data: [
        {
          current_period_start: start,
          current_period_end: end,
          quantity: 1,
          price: { ...price, recurring: { interval: 'month', interval_count: 1 } },
        },
      ],
    },
  };
}

async function expectShown(page: Page, { badge, point, actions, says }: Shown): Promise<void> {
  const main = page.getByRole('main');
  const exact = typeof badge === 'string';
  await expect(main.getByText(badge, { exact }).first()).toBeVisible();
  await expect(main.getByRole('listitem').filter({ hasText: point })).toBeVisible();
  if (says) await expect(main.getByText(says).first()).toBeVisible();
  const offered = main.locator('section').first().locator('button, a');
  await expect(offered).toHaveText(actions);
}

test('shows a change that arrives during the first load of a page', async ({ signedIn: page, service }) => {
  const { user } = await (await page.request.get('/api/auth/get-session')).json();
  const state = { status: 'active', ends: false, trial: null };
  const object = subscriptionOf(state, user.id, 0);
  let isFirst = true;
  await page.route(/\/api\/trpc\/[^?]*subscription\.live/, async (route) => {
    const response = await route.fetch();
    if (isFirst) {
      isFirst = false;
      await deliver(service, { type: 'customer.subscription.created', created: now - DAY, object });
      // The stream reports the change before this response arrives.
      await sleep(1_500);
    }
    await route.fulfill({ response });
  });
  await page.goto('/dashboard');
  await expectShown(page, expected(state));
});

test('updates the open page for every combination of status, scheduled end and trial', async ({
  signedIn: page,
  service,
}) => {
  test.setTimeout(120_000);
  const { user } = await (await page.request.get('/api/auth/get-session')).json();
  await page.goto('/dashboard');
  for (const [nth, state] of states.entries()) {
    const { status, ends, trial, unknownPlan, deleted } = state;
    const name = [
      deleted ? 'deleted' : status,
      ends && 'ends',
      trial && `trial ${trial}`,
      unknownPlan && 'unknown plan',
    ];
    await test.step(name.filter(Boolean).join(', '), async () => {
      const kind = deleted ? 'deleted' : nth === 0 ? 'created' : 'updated';
      const object = subscriptionOf(state, user.id, nth);
      await deliver(service, { type: `customer.subscription.${kind}`, created: now + nth, object });
      await expectShown(page, expected(state));
    });
  }
});

test('the seeded users have the states of the list of seeds', onLanding, async ({ page, service }) => {
  seed(service);
  const badges = { yearly: 'Active', pastdue: 'Past due', two: 'Active', none: null };
  for (const [who, badge] of Object.entries(badges)) {
    await signInAs(page, `${who}@example.com`);
    await page.goto('/dashboard');
    if (badge) await expect(page.getByText(badge, { exact: true }).first()).toBeVisible();
    else await expect(page.getByText('You are on Free.')).toBeVisible();
  }
});
