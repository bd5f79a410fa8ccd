import { expect, test } from './fixtures.ts';
import { overflowOf } from './looks.ts';
import { confirmAddress, linkFor, mailFor } from './mailbox.ts';
import { cards, payWith } from './sandbox.ts';
import { expectPlan, subscribe } from './steps.ts';

test('signs up, confirms the address by a mail, and buys', async ({ page, person, service }) => {
  await page.goto('/sign-up');
  await page.getByLabel('Name').fill(person.name);
  await page.getByLabel('Email').fill(`mistyped-${person.email}`);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('button', { name: 'Correct the address' }).click();
  await page.getByLabel('New email address').fill(person.email);
  await page.keyboard.press('Enter');
  const reminder = page.getByRole('status').filter({ hasText: `Please confirm ${person.email}` });
  await expect(reminder).toBeFocused();
  await page.getByRole('button', { name: 'Send the email again' }).click();
  await expect(page.getByText(`A new email is on its way to ${person.email}.`)).toBeVisible();

  await linkFor(service, person.email, /^Confirm your email address/);
  await page.goto(`${service.sandboxUrl}/_sandbox/mailbox?to=${encodeURIComponent(person.email)}`);
  await page.getByRole('article').filter({ hasText: 'Confirm your email address' }).first().getByRole('link').click();
  await expect(page.getByText(`${person.email} is confirmed.`, { exact: false })).toBeVisible();
  await page.getByRole('link', { name: 'To the dashboard' }).click();
  await expect(page.getByRole('heading', { name: /^You are on Free/ })).toBeVisible();
  await expect(reminder).toHaveCount(0);

  await page.goto('/pricing');
  await page.getByRole('button', { name: /trial of Pro/i }).click();
  await page.waitForURL(`${service.sandboxUrl}/**`);
  await payWith(page, cards.good);
  await expectPlan(page, service);
});

test('rejects a confirmation link for a signed-out user, for another account and after its use', async ({
  unproven: page,
  person,
  service,
  browser,
  expectedComplaints,
}) => {
  expectedComplaints.push(/status of (400|403) .*verify-address/);
  const link = await linkFor(service, person.email, /^Confirm your email address/);
  const elsewhere = await browser.newContext({ baseURL: service.url });
  const other = await elsewhere.newPage();
  await other.goto(link);
  await expect(other.getByText('Sign in to the account that this link is for', { exact: false })).toBeVisible();
  await elsewhere.request.post('/api/auth/sign-up/email', {
    data: { ...person, email: `other-${person.email}` },
  });
  await other.goto(link);
  await expect(other.getByText('This link is for another account.', { exact: false })).toBeVisible();
  await elsewhere.close();
  await confirmAddress(page, service, person.email);
  await page.goto(link);
  await page.reload();
  await expect(page.getByText('This link is not valid any more', { exact: false })).toBeVisible();
  await expect(page.getByText(`${person.email} is confirmed already.`)).toBeVisible();
});

test('resets a forgotten password by mail and keeps the purchase', async ({ unproven: page, person, service }) => {
  await confirmAddress(page, service, person.email);
  await subscribe(page, service);
  await page.context().clearCookies();
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  // The page before has a field of the same name.
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText(`If there is an account with ${person.email}`, { exact: false })).toBeVisible();
  const { html } = await mailFor(service, person.email, /^Choose a new password/);
  const reader = await page.context().newPage();
  await reader.setViewportSize({ width: 360, height: 640 });
  await reader.setContent(html);
  expect(await overflowOf(reader), 'a long link on a phone').toBe(0);
  await reader.close();
  const link = await linkFor(service, person.email, /^Choose a new password/);
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill('a much better password');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText('Your new password is saved.', { exact: false })).toBeVisible();
  await page.goto(link);
  await expect(page.getByText('This link is not valid any more')).toBeVisible();
  await expect(page.getByLabel('New password', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute('href', '/forgot-password');
  await page.getByRole('link', { name: 'Sign in' }).last().click();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill('a much better password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expectPlan(page, service);
});

test('changes the address after confirmation at the old and the new one', async ({
  unproven: page,
  person,
  service,
}) => {
  await confirmAddress(page, service, person.email);
  const newEmail = `new-${person.email}`;
  await page.goto('/account');
  await page.getByLabel('New email address').fill(newEmail);
  await page.getByLabel('Confirm with your password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Change address' }).click();
  await expect(page.getByText('Almost done', { exact: false })).toBeVisible();
  await page.goto(await linkFor(service, newEmail, /^Confirm your new email address/));
  await expect(page.getByText('Confirmed. The change is done once', { exact: false })).toBeVisible();
  await page.goto(await linkFor(service, person.email, /^Do you want to change/));
  await expect(page.getByText(`Your email address is now ${newEmail}.`)).toBeVisible();
  await expect(page.getByRole('button', { name: `Account of ${newEmail}` })).toBeVisible();
});

test('ends one session and keeps the other', async ({ unproven: page, person, browser, service }) => {
  const elsewhere = await browser.newContext({ baseURL: service.url });
  expect((await elsewhere.request.post('/api/auth/sign-in/email', { data: person })).ok()).toBe(true);
  await page.goto('/account');
  const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
  await expect(sessions).toHaveCount(2);
  await sessions.getByRole('button', { name: /^Sign out/ }).click();
  await expect(sessions).toHaveCount(1);
  expect(await (await elsewhere.request.get('/api/auth/get-session')).json()).toBeNull();
  await elsewhere.close();
});
