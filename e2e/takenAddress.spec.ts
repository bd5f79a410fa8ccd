import { expect, test, withEach } from './fixtures.ts';
import { proveAddress } from './mailbox.ts';
import { cards, payWith, readBooks } from './sandbox.ts';
import { expectPlan, openCheckout, subscribe } from './steps.ts';

test(
  'buys under another billing address where a stranger’s customer keeps the proven one',
  withEach,
  async ({ page, person, browser, service, provider, expectedComplaints }) => {
    test.skip(provider === 'alpha', 'Stripe has any number of customers with one address');
    expectedComplaints.push(/status of 403 .*(checkout|nameAddress)/);
    // A stranger buys under the address, and then takes the account's address back without the provider's knowing.
    const context = await browser.newContext({ baseURL: service.url });
    const stranger = await context.newPage();
    const headers = { origin: service.url };
    await stranger.request.post('/api/auth/sign-up/email', { data: person });
    await subscribe(stranger, service, { plan: 'starter' });
    const corrected = { newEmail: `stranger-${person.email}` };
    const answer = await stranger.request.post('/api/auth/correct-address', { data: corrected, headers });
    expect(answer.ok()).toBe(true);

    await page.request.post('/api/auth/sign-up/email', { data: person });
    // The newest mail may still be the stranger's.
    await expect(() => proveAddress(page, service, person.email)).toPass();
    await page.goto('/pricing');
    await page.getByRole('button', { name: /(of|to) Pro$/ }).click();
    await expect(page.getByText('keeps your email address for another customer', { exact: false })).toBeVisible();
    const field = page.getByLabel('Billing address (email)');
    await page.getByRole('button', { name: 'Use this address' }).click();
    await expect(page.getByText('Enter an email address', { exact: false })).toBeVisible();
    await field.fill(person.email);
    await page.getByRole('button', { name: 'Use this address' }).click();
    await expect(page.getByText('knows another customer with this address', { exact: false })).toBeVisible();
    const bills = `bills-${person.email}`;
    await field.fill(bills);
    await page.getByRole('button', { name: 'Use this address' }).click();
    await expect(page.getByText(`Your bills go to ${bills}.`, { exact: false })).toBeVisible();
    await openCheckout(page, service, 'Pro');
    await payWith(page, cards.good);
    await expectPlan(page, service);

    await page.goto('/account');
    await expect(page.getByRole('main').getByText(person.email, { exact: true })).toBeVisible();
    await stranger.goto('/dashboard');
    await expect(stranger.getByRole('heading', { name: /^Starter (renews|is free)/ })).toBeVisible();
    await context.close();
    const { customers } = await readBooks(service);
    const held = customers.filter(({ email }) => email === person.email || email === bills).map(({ email }) => email);
    expect(held.toSorted()).toEqual([bills, person.email].toSorted());
  },
);
