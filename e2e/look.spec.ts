import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'vite';
import { expect, onLanding, test } from './fixtures.ts';
import { expectAccessible, overflowOf } from './looks.ts';

const root = join(import.meta.dirname, '..');

test('the page of tokens and components is in no build', async ({ page }) => {
  await page.goto('/look');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  const built = readFileSync(join(root, 'dist/client/.vite/manifest.json'), 'utf8');
  expect(built).toContain('pages/PricingPage.tsx');
  expect(built).not.toContain('look/book');
});

test('while developing it shows every part, light and dark, from 320 px on', onLanding, async ({ page, service }) => {
  const proxy = Object.fromEntries(['/api', '/brand.css', '/icon'].map((path) => [path, { target: service.url }]));
  const configFile = join(root, 'vite.config.ts');
  const vite = await createServer({ configFile, logLevel: 'error', server: { host: '127.0.0.1', port: 0, proxy } });
  await vite.listen();
  try {
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${vite.resolvedUrls?.local[0]}look`);
      await expect(
        page.getByRole('region', { name: 'Colour roles' }).getByText('--accent', { exact: true }),
      ).toBeVisible();
      await expect(page.getByRole('region', { name: 'Past due' }).getByText('Past due').last()).toBeVisible();
      expect(await overflowOf(page)).toBe(0);
      await expectAccessible(page, `/look at ${width} px`);
    }
  } finally {
    await vite.close();
  }
});
