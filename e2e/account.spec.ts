import { readFile } from 'node:fs/promises';
import { expect, test } from './fixtures.ts';
import { control, readBooks } from './sandbox.ts';
import { subscribe } from './steps.ts';

test.afterEach(async ({ service }) => {
  await control(service, 'switches', { reset: true });
});

test('deletes an account after an explanation, with email and password, and shows a final page', async ({
  signedIn: page,
  service,
  person,
  expectedComplaints,
}) => {
  // The page refetches when the plan ends; these requests may come after the account is deleted.
  expectedComplaints.push(/status of (400|503) .*delete-user/, /status of 401 .*\/api\/trpc\//);
  await subscribe(page, service);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Pro ends immediately, at the payment provider too.');
  await expect(dialog).toContainText('Your payments stay in our books');
  const confirm = dialog.getByRole('button', { name: 'Delete account' });
  const email = dialog.getByLabel(`Type ${person.email} to confirm`);
  const password = dialog.getByLabel('Your password', { exact: true });

  await email.fill('somebody@example.com');
  await password.fill('not the password');
  await confirm.click();
  await expect(dialog.getByText('This is not the email of your account.')).toBeVisible();
  await expect(email).toBeFocused();
  await email.fill(person.email);
  await confirm.click();
  await expect(dialog.getByText('This is not your password.')).toBeVisible();

  await password.fill(person.password);
  await control(service, 'switches', { api: { mode: 'error500' } });
  await confirm.click();
  await expect(dialog.getByRole('alert')).toContainText('nothing was deleted', { timeout: 30_000 });
  await control(service, 'switches', { reset: true });
  await confirm.click();
  await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();

  const { subscriptions, customers } = await readBooks(service);
  const id = customers.find(({ email: its }) => its === person.email)?.id;
  const own = subscriptions.filter(({ customerId }) => customerId === id);
  expect(own.map(({ status }) => status)).toEqual(['canceled']);
  const again = await page.request.post('/api/auth/sign-in/email', { data: person });
  expect(again.status()).toBe(401);
});

test.describe('on our own pages', () => {
  test('downloads the data as a file and reports a failure', async ({
    signedIn: page,
    service,
    person,
    expectedComplaints,
  }) => {
    expectedComplaints.push(/ERR_FAILED .*account\.export/);
    await subscribe(page, service);
    await page.goto('/account');
    await page.route(/\/api\/trpc\/[^?]*account\.export/, (route) => route.abort());
    const button = page.getByRole('button', { name: 'Download my data' });
    await button.click();
    await expect(page.getByRole('alert')).toContainText('could not be reached');
    await page.unroute(/\/api\/trpc\/[^?]*account\.export/);
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    const data = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(data).toMatchObject({ account: { email: person.email }, subscriptions: [{ plan: 'pro' }] });
    await expect(page.getByText('Your data was downloaded.')).toBeVisible();
  });

  test('changes name and password, and ends the other sessions', async ({
    signedIn: page,
    person,
    browser,
    service,
    expectedComplaints,
  }) => {
    expectedComplaints.push(/status of 400 .*change-password/);
    const elsewhere = await browser.newContext({ baseURL: service.url });
    expect((await elsewhere.request.post('/api/auth/sign-in/email', { data: person })).ok()).toBe(true);
    await page.goto('/account');
    await page.getByLabel('Name').fill('Ada King');
    await page.getByRole('button', { name: 'Save name' }).click();
    await expect(page.getByText('Your name was saved.')).toBeVisible();
    await expect(page.getByRole('button', { name: `Account of ${person.email}` })).toContainText('Ada King');
    await page.getByLabel('Current password', { exact: true }).fill('wrong password');
    await page.getByLabel('New password', { exact: true }).fill('a better password');
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('This is not your current password.')).toBeVisible();
    await page.getByLabel('Current password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('Your password was changed.', { exact: false })).toBeVisible();
    expect(await (await elsewhere.request.get('/api/auth/get-session')).json()).toBeNull();
    const again = { email: person.email, password: 'a better password' };
    expect((await elsewhere.request.post('/api/auth/sign-in/email', { data: again })).ok()).toBe(true);
    await page.reload();
    await expect(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(2);
    await page.getByRole('button', { name: 'Sign out other sessions' }).click();
    await expect(page.getByText('All other sessions were signed out.')).toBeVisible();
    expect(await (await elsewhere.request.get('/api/auth/get-session')).json()).toBeNull();
    await elsewhere.close();
  });
});
