import { expect, test } from './fixtures.ts';
import { seed, signInAs } from './seeded.ts';

test.skip(({ provider }) => provider !== 'alpha', 'the pages are the same for every provider');

interface State {
  who: string;
  badge: RegExp;
  date?: RegExp;
  /** Buttons that must be there, and ones that must not. */
  actions: string[];
  never?: string[];
}

const states: State[] = [
  {
    who: 'monthly',
    badge: /^Active$/,
    date: /Renews/,
    actions: ['Manage billing', 'Cancel plan'],
    never: ['Resume plan'],
  },
  { who: 'yearly', badge: /^Active$/, date: /Renews/, actions: ['Manage billing', 'Cancel plan'] },
  { who: 'trial', badge: /^Free trial$/, date: /Trial ends/, actions: ['Manage billing', 'Cancel plan'] },
  { who: 'pastdue', badge: /^Past due$/, date: /Past due since/, actions: ['Fix payment'] },
  { who: 'canceling', badge: /^Cancels on /, date: /Ends/, actions: ['Resume plan'], never: ['Cancel plan'] },
  { who: 'canceled', badge: /^Ended$/, actions: [], never: ['Cancel plan', 'Resume plan', 'Fix payment'] },
  { who: 'deleted', badge: /^Ended$/, actions: [], never: ['Cancel plan', 'Resume plan', 'Fix payment'] },
  { who: 'incomplete', badge: /^Incomplete$/, actions: [], never: ['Cancel plan'] },
  { who: 'unknown', badge: /unknown/i, actions: ['Manage billing'] },
  { who: 'none', badge: /^Free$/, actions: [], never: ['Cancel plan', 'Manage billing'] },
];

test('every state of a subscription says what it is and offers what fits', async ({ page, service }) => {
  test.setTimeout(180_000);
  seed(service);
  for (const { who, badge, date, actions, never = [] } of states) {
    await test.step(who, async () => {
      await signInAs(page, `${who}@example.com`);
      await page.goto('/dashboard');
      const card = page.getByRole('main');
      await expect(card.getByText(badge).first()).toBeVisible();
      if (date) await expect(card.getByText(date).first()).toBeVisible();
      for (const name of actions) await expect(card.getByRole('button', { name }).first()).toBeVisible();
      for (const name of never) await expect(card.getByRole('button', { name, exact: true })).toHaveCount(0);
    });
  }
});
