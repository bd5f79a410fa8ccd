import { expect, test, withEach } from './fixtures.ts';
import { currentSubscription, subscribe } from './steps.ts';

test(
  'a refused change says why, and what to do instead',
  withEach,
  async ({ signedIn: page, service, expectedComplaints }) => {
    expectedComplaints.push(/status of 409/);
    await subscribe(page, service, { plan: 'starter' });
    const refused = async (plan: string, sentence: RegExp) => {
      await page.goto(`/change-plan?plan=${plan}&interval=month`);
      await expect(page.getByText(sentence)).toBeVisible();
    };
    await refused('starter', /^You already have this plan/);
    await page.request.post('/api/payments/change', { data: { kind: 'cancel_at_period_end' } });
    await refused('pro', /^Your plan is set to end on .+\. Resume it on your dashboard, then change it\.$/);
  },
);

test('an operator reads what a given plan changes for somebody who pays', async ({ asOperator: page, service }) => {
  await subscribe(page, service, { plan: 'pro' });
  const { userId = '' } = (await currentSubscription(page)) ?? {};
  await page.goto('/operator/person');
  await page.getByLabel('User id or email').fill(userId);
  await page.getByRole('button', { name: 'Search' }).click();
  const form = page.getByRole('form', { name: 'Give plan' });
  const goesOn = ' The trial of Pro goes on and is charged when it ends, as before.';
  await form.getByLabel('Plan').selectOption('starter');
  await expect(form.getByRole('status')).toHaveText(
    `Changes nothing for now: Pro is had already, and it lasts.${goesOn}`,
  );
  await form.getByLabel('Plan').selectOption('enterprise');
  await expect(form.getByRole('status')).toHaveText(`Gives Enterprise at once.${goesOn}`);

  await form.getByLabel('Reason').fill('Ticket 4712');
  await form.getByRole('button', { name: 'Give plan' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Ticket 4712' });
  await row.getByRole('button', { name: 'Take back' }).click();
  await expect(row.getByLabel('Reason')).toBeFocused();
  await page.keyboard.type('By mistake');
  await page.keyboard.press('Enter');
  await expect(row.getByText(/^Taken back on .+: By mistake$/)).toBeFocused();
});
