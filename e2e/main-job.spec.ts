import { expect, test, withEach } from './fixtures.ts';
import { cards, payWith } from './sandbox.ts';
import { expectPlan, openCheckout } from './steps.ts';

test('signs up, chooses a plan, pays, and cancels in the portal', withEach, async ({ page, person, service }) => {
  await page.goto('/pricing');
  await page.getByRole('link', { name: /trial of Pro$/ }).click();
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  await page.getByLabel('Name').fill(person.name);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Create account' }).click();

  await page.getByRole('button', { name: 'Subscribe to Pro' }).click();
  await page.waitForURL(`${service.sandboxUrl}/**`);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript(() => {
    document.addEventListener('transitionrun', ({ target, pseudoElement, propertyName }) => {
      const { place } = (target as HTMLElement).dataset;
      if (place && pseudoElement) document.documentElement.dataset.filled = `${place} ${propertyName}`;
    });
  });
  await payWith(page, cards.good);

  await expectPlan(page, service, 'Active');
  // The line of a plan that becomes active fills.
  await expect(page.locator('html')).toHaveAttribute('data-filled', 'past scale');
  await expect(page.getByText('Pro').first()).toBeVisible();

  await page.getByRole('button', { name: 'Manage billing' }).click();
  await page.waitForURL(`${service.sandboxUrl}/**`);
  await page.getByRole('button', { name: 'Cancel plan' }).click();
  await page.getByRole('button', { name: 'Confirm cancellation' }).click();
  await expect(page.getByRole('button', { name: 'Keep plan' })).toBeVisible();

  await page.goto('/dashboard');
  await expect(page.getByText(/Cancels on/).first()).toBeVisible();
});

test(
  'accepts a valid card on the same page after a declined one',
  withEach,
  async ({ signedIn: page, service, expectedComplaints }) => {
    expectedComplaints.push(/status of 402 /);
    await openCheckout(page, service, 'Starter');
    await payWith(page, cards.declined);
    await expect(page.getByRole('alert')).toContainText(/declined/i);
    await payWith(page, cards.good);
    await expectPlan(page, service);
  },
);

test(
  'says after a canceled checkout that nothing was charged',
  withEach,
  async ({ signedIn: page, service, provider }) => {
    test.skip(provider === 'beta', 'its checkout page has no link back');
    await openCheckout(page, service, 'Pro');
    await page.getByRole('link', { name: 'Back' }).click();
    await expect(page.getByText(/not charged/i)).toBeVisible();
  },
);

test('accepts a card that needs authentication', withEach, async ({ signedIn: page, service }) => {
  await openCheckout(page, service, 'Pro');
  await payWith(page, cards.authenticates);
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await expectPlan(page, service);
});
