import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test, withEach } from './fixtures.ts';
import { expectFit } from './looks.ts';
import { cards, control } from './sandbox.ts';
import { currentSubscription, subscribe, trialEndsWith } from './steps.ts';

/** Rows of a CSV file whose cells need no quotes; the first has the columns' names. */
async function download(page: Page, name: RegExp): Promise<{ file: string; rows: string[][] }> {
  const [given] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name }).first().click(),
  ]);
  const text = await readFile(await given.path(), 'utf8');
  expect(text.startsWith('\uFEFF') && text.endsWith('\r\n')).toBe(true);
  const lines = text.slice(1, -2).split('\r\n');
  return { file: given.suggestedFilename(), rows: lines.map((line) => line.split(',')) };
}

test(
  'the dashboard shows the newest payments, their page all of them by the year, with receipts if the provider has them',
  withEach,
  async ({ signedIn: page, service, provider }) => {
    await page.goto('/dashboard');
    await expect(page.getByText('No payments in this account yet.')).toBeVisible();
    await subscribe(page, service);
    await control(service, 'clock', { months: 12 });
    await control(service, 'settle');
    await page.goto('/dashboard');
    // Includes the heading’s row.
    await expect(page.getByRole('table', { name: 'Your payments' }).getByRole('row')).toHaveCount(6);
    await page.getByRole('link', { name: 'All payments' }).click();
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(/^You paid (\$\d+\.\d\d|nothing) in 20\d\d\.$/);
    const older = page.getByRole('button', { name: 'Show older payments' });
    await expect(page.getByRole('table')).toHaveCount(1);
    if (await older.isVisible()) await older.click();
    await expect(older).toHaveCount(0);
    // The trial’s invoice of zero is left out.
    await expect(page.getByRole('row').filter({ hasText: 'Pro' })).toHaveCount(12);
    const shown = await page
      .getByRole('row')
      .filter({ hasText: /^Paid in / })
      .allInnerTexts();
    const cents = shown.map((text) =>
      Number(
        text
          .match(/\$(\d+)\.(\d\d)\s*$/)
          ?.slice(1)
          .join(''),
      ),
    );
    expect(cents.reduce((sum, one) => sum + one, 0)).toBe(12 * 990);
    const year = await page.getByRole('heading', { level: 2 }).first().innerText();
    const { file, rows } = await download(page, new RegExp(`payments of ${year} as CSV`));
    const [columns, ...payments] = rows;
    expect(file).toBe(`payments-${year}.csv`);
    expect(columns?.slice(0, 9).join()).toBe(
      'Date,Description,Period start,Period end,Status,Amount,Returned,Net,Currency',
    );
    expect(payments.length * 990).toBe(cents[0]);
    for (const [date, what, from, to, ...paid] of payments) {
      expect([date, from, to].join()).toMatch(/^\d{4}-\d\d-\d\d,\d{4}-\d\d-\d\d,\d{4}-\d\d-\d\d$/);
      expect([what, ...paid.slice(0, 5)]).toEqual(['Pro', 'Paid', '9.90', '0.00', '9.90', 'USD']);
    }
    await expectFit(page, 'payments');
    const receipts = page.getByRole('link', { name: /^Receipt of/ });
    if (provider !== 'alpha') return expect(await receipts.count()).toBe(0);
    const address = await receipts.first().getAttribute('href');
    expect((await page.request.get(address ?? '')).ok()).toBe(true);
  },
);

test('what failed is asked for once, and the file is in the reader’s language', async ({ signedIn: page, service }) => {
  await subscribe(page, service);
  await trialEndsWith(page, service, cards.failsLater);
  await expect.poll(async () => (await currentSubscription(page))?.status).toBe('past_due');
  await page.goto('/payments');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^You paid nothing in/);
  await expect(page.getByRole('row').filter({ hasText: 'Failed' })).toHaveCount(1);
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
  const { file, rows } = await download(page, /als CSV herunterladen$/);
  expect(file).toMatch(/^zahlungen-20\d\d\.csv$/);
  expect(rows[0]?.slice(4, 9)).toEqual(['Status', 'Betrag', 'Zurückerhalten', 'Netto', 'Währung']);
  expect(rows[1]?.slice(4, 9)).toEqual(['Fehlgeschlagen', '9.90', '0.00', '0.00', 'USD']);
  await page.getByRole('button', { name: /^9,90\s\$ bezahlen$/ }).click();
  await page.waitForURL(`${service.sandboxUrl}/**`);
});

test('links to the confirmation of a payment that the bank requires', async ({ signedIn: page, service }) => {
  await subscribe(page, service);
  await trialEndsWith(page, service, '4000002760003184');
  await page.goto('/payments');
  await expect(page.getByRole('link', { name: /^Confirm payment: \$9\.90 from/ })).toHaveCount(1);
  await page.goto('/dashboard');
  const notice = page.getByRole('status').filter({ hasText: 'Your bank asks you to confirm a payment' });
  await expect(notice).toBeVisible();
  await expect(page.locator('[data-variant="filled"]'), 'one thing to do').toHaveText(['Confirm payment']);
  const [bank] = await Promise.all([
    page.waitForEvent('popup'),
    notice.getByRole('link', { name: 'Confirm payment' }).click(),
  ]);
  await bank.getByRole('button', { name: 'Confirm payment' }).click();
  await control(service, 'settle');
  await expect(notice).toHaveCount(0, { timeout: 15_000 });
  await expect(page.getByRole('table', { name: 'Your payments' }).getByText('Paid').first()).toBeVisible();
  // Told once.
  const thanks = page.getByText('Your payment of $9.90 went through.');
  await expect(thanks).toBeVisible();
  await page.reload();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await expect(thanks).toHaveCount(0);
});

test('what is past due is told where the browser keeps nothing, too', async ({ signedIn: page, service }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
  });
  await subscribe(page, service);
  await trialEndsWith(page, service, cards.failsLater);
  await page.goto('/dashboard');
  await expect(page.getByText('Past due', { exact: true }).first()).toBeVisible();
});
