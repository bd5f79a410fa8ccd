import { expect, test, withEach } from './fixtures.ts';
import { expectFit } from './looks.ts';
import { linkFor } from './mailbox.ts';
import { currentSubscription, forgetSession, subscribe } from './steps.ts';

test(
  'one cancels without signing in: the mailed link shows what ends and when, ends it, and it can be resumed',
  withEach,
  async ({ signedIn: page, person, service }) => {
    await subscribe(page, service);
    const cookies = await page.context().cookies();
    await forgetSession(page);
    await page.goto('/pricing');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Cancel contracts here' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cancel a plan without signing in.');
    await page.getByRole('button', { name: 'Cancel now' }).click();
    await expect(page.getByText('Enter an email address like name@example.com.')).toBeVisible();
    await page.getByLabel('Email you pay with').fill(person.email);
    await expectFit(page, 'cancel');
    await page.getByRole('button', { name: 'Cancel now' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      `We received the cancellation for ${person.email}.`,
    );
    const number = (await page.getByText(/^C-\w{4}-\w{4}-\w{4}$/).innerText()).trim();
    await expectFit(page, 'cancel, the answer');

    await page.goto(await linkFor(service, person.email, /^Confirm that you cancel/));
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(/^Pro would end on .+\. Nothing more is charged\.$/);
    await expectFit(page, 'cancel, the link');
    await page.getByRole('button', { name: 'Cancel now' }).click();
    await expect(heading).toHaveText(/^Pro ends on .+\. Nothing more is charged\.$/);
    await expect(page.getByText(number)).toBeVisible();
    await expectFit(page, 'canceled');
    await linkFor(service, person.email, /^Your cancellation is confirmed/);
    // The link counts once, and says what became of it.
    await page.reload();
    await expect(heading).toHaveText(/^Pro ends on/);

    await page.context().addCookies(cookies);
    await expect.poll(async () => (await currentSubscription(page))?.cancelAtPeriodEnd).toBe(true);
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Resume plan' }).click();
    await expect.poll(async () => (await currentSubscription(page))?.cancelAtPeriodEnd).toBe(false);
  },
);

test('whoever has no account reads the same answer; an old link says that it is dead', async ({
  page,
  expectedComplaints,
}) => {
  await page.goto('/cancel');
  await page.getByLabel('Email you pay with').fill('nobody@example.com');
  await page.getByLabel('When should it end?').selectOption('date');
  await page.getByRole('button', { name: 'Cancel now' }).click();
  await expect(page.getByLabel('Day')).toBeFocused();
  await expect(page.getByText('Choose a day.')).toBeVisible();
  await page.getByLabel('When should it end?').selectOption('period_end');
  await page.getByRole('button', { name: 'Cancel now' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'We received the cancellation for nobody@example.com.',
  );
  const ink = async (seen: Parameters<typeof page.emulateMedia>[0]) => {
    await page.emulateMedia(seen);
    return page.locator('h1').evaluate((heading) => getComputedStyle(heading).color);
  };
  await page.locator('html').evaluate((html) => html.setAttribute('data-color-scheme', 'dark'));
  const [printed, dark] = [await ink({ media: 'print', colorScheme: 'dark' }), await ink({ media: 'screen' })];
  await page.locator('html').evaluate((html) => html.setAttribute('data-color-scheme', 'light'));
  expect([printed, dark === printed], 'a receipt on paper').toEqual([await ink({ media: 'screen' }), false]);
  expectedComplaints.push(/404/);
  await page.goto('/cancel?token=unknown');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works.');
  await page.getByRole('link', { name: 'Ask again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cancel a plan without signing in.');
});

test('a withdrawal is received, shown in the account and to operators, who mark it as answered', async ({
  asOperator: page,
  service,
}) => {
  await subscribe(page, service);
  await page.goto('/cancel');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
  await page.getByRole('link', { name: /^Gerade erst gekauft\?/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Einen Kauf widerrufen, ohne Angabe von Gründen.');
  await page.getByLabel('Tarif oder Vertrag').fill('Pro');
  await page.getByRole('button', { name: 'Widerruf bestätigen' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Wir haben den Widerruf für/);
  const number = (await page.getByText(/^W-\w{4}-\w{4}-\w{4}$/).innerText()).trim();
  await page.getByRole('combobox', { name: 'Sprache' }).selectOption('en');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^We received the withdrawal for/);
  await page.goto('/dashboard');
  await expect(page.getByRole('status').filter({ hasText: `We received your withdrawal ${number}` })).toBeVisible();
  await page.goto('/operator/drift');
  const row = page.getByRole('row').filter({ hasText: number });
  await expect(row).toContainText('Withdrawal');
  await expect(row).toContainText('In time');
  await expectFit(page, 'requests');
  await row.getByRole('button', { name: `Mark as answered: ${number}` }).click();
  await expect(row.getByText('Answered', { exact: true })).toBeFocused();
});
