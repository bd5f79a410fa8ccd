import { expect, onLanding, test } from './fixtures.ts';
import { lengthen, overflowOf } from './looks.ts';
import { currentSubscription, subscribe } from './steps.ts';

test.use({ locale: 'de-DE' });

test('a German browser gets German texts, prices and dates', async ({ signedIn: page, service }) => {
  await page.goto('/pricing');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('heading', { name: /^Wählen Sie einen Tarif/ })).toBeVisible();
  await expect(page.getByText(/^9,90\s\$$/).first()).toBeVisible();
  await subscribe(page, service);
  await page.goto('/dashboard');
  await expect(page.getByText('Testphase', { exact: true })).toBeVisible();
  await expect(
    page.getByText(/^\d{1,2}\. (Jan|Feb|März|Apr|Mai|Juni|Juli|Aug|Sept|Okt|Nov|Dez)/).first(),
  ).toBeVisible();
  await expect(page.getByText('9,90 $ pro Monat')).toBeVisible();
});

test('keeps the chosen language regardless of the browser', async ({ page }) => {
  await page.goto('/pricing');
  await page.getByLabel('Sprache').selectOption('en');
  await expect(page.getByRole('heading', { name: /^Pick a plan/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: /^Pick a plan/ })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByText('$9.90', { exact: true }).first()).toBeVisible();
});

test(
  'no page scrolls sideways at 320 px with German texts, nor with longer ones and a long name',
  onLanding,
  async ({ asOperator: page, service }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await subscribe(page, service);
    const who = (await currentSubscription(page))?.userId ?? '';
    await page.request.post('/api/auth/update-user', {
      data: { name: 'Donaudampfschifffahrtsgesellschaftskapitaensmuetzenabzeichen' },
    });
    const pages = ['pricing', 'dashboard', 'account', 'change-plan?plan=enterprise&interval=year'];
    const operators = [
      'operator',
      'operator/deliveries',
      `operator/person?who=${who}`,
      'operator/drift',
      'operator/jobs',
    ];
    for (const path of [...pages, ...operators]) {
      await page.goto(`/${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy=true], [class*=skeleton]')).toHaveCount(0);
      const beyond = await overflowOf(page);
      expect([path, beyond]).toEqual([path, 0]);
      // What the server says is German, too.
      if (path.includes('who='))
        await expect(page.getByText(/^Kauf von Pro \(monatlich\) bei alpha begonnen$/)).toBeVisible();
      await lengthen(page);
      expect([path, await overflowOf(page)]).toEqual([path, 0]);
    }
  },
);
