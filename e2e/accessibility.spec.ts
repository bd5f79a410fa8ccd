import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const pages = [
  '/pricing',
  '/sign-in',
  '/sign-up',
  '/dashboard',
  '/account',
  '/change-plan?plan=pro&interval=month',
  '/nowhere',
];
const sizes = [360, 1280];
const schemes = ['light', 'dark'] as const;

test.skip(({ provider }) => provider !== 'alpha', 'the pages are the same for every provider');

async function check(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle').catch(() => undefined);
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${path}: ${id} ${nodes[0]?.html}`)).toEqual([]);
}

for (const width of sizes) {
  for (const scheme of schemes) {
    test(`no violation signed out and in at ${width} px, ${scheme}`, async ({ page, person }) => {
      test.setTimeout(120_000);
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      for (const path of pages) await check(page, path);
      const { name, email, password } = person;
      await page.request.post('/api/auth/sign-up/email', { data: { name, email, password } });
      for (const path of pages) await check(page, path);
    });
  }
}

test('320 px: nothing scrolls sideways', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  for (const path of pages) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect([path, overflow]).toEqual([path, 0]);
  }
});
