import { gzipSync } from 'node:zlib';
import type { Locator, Page, Response } from '@playwright/test';
import { expect, onLanding, test } from './fixtures.ts';
import { subscribe } from './steps.ts';

const MOST_SCRIPT_BYTES = 118_000;
const MOST_SHIFT = 0.02;
const SLOW_MS = 300;

test('the first page loads at most 118 kB of gzipped scripts, and other pages load their own', async ({ page }) => {
  const scripts: Response[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response);
  });
  await page.goto('/pricing', { waitUntil: 'load' });
  await expect(page.getByRole('link', { name: /trial of Pro$/ })).toBeVisible();
  const sizes = await Promise.all(scripts.map(async (script) => gzipSync(await script.body()).length));
  expect(sizes.length).toBeGreaterThan(1);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_SCRIPT_BYTES);
  const first = new Set(scripts.map((script) => script.url()));
  for (const path of ['/dashboard', '/account', '/operator']) {
    scripts.length = 0;
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(scripts.filter((script) => !first.has(script.url())).length, path).toBeGreaterThan(0);
  }
});

test('in the reader’s own colours buttons keep an edge, and what is chosen stands out', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/pricing');
  const styled = (css: 'border-top-width' | 'background-color', element: Locator) =>
    element.evaluate((shown, name) => getComputedStyle(shown).getPropertyValue(name), css);
  expect(await styled('border-top-width', page.getByRole('link', { name: /trial of Pro$/ }))).toBe('1px');
  const [chosen, other] = ['Monthly', 'Yearly'].map((name) => page.locator('label').filter({ hasText: name }));
  expect(await styled('background-color', chosen as Locator)).not.toBe(
    await styled('background-color', other as Locator),
  );
});

test('another number moves in, and stands still with reduced motion', async ({ page }) => {
  const durationsOf = async (reducedMotion: 'reduce' | 'no-preference') => {
    await page.emulateMedia({ reducedMotion });
    await page.goto('/pricing');
    const more = page.getByRole('button', { name: 'Enterprise: one seat more' });
    await expect(more).toBeEnabled();
    await more.click();
    await expect(page.getByText('2 seats: $199.80 per month')).toBeVisible();
    return page
      .locator('output')
      .evaluate((output) => output.getAnimations({ subtree: true }).map(({ effect }) => effect?.getTiming().duration));
  };
  await page.addInitScript(() => {
    // Animations stay where they begin, however slow the machine is.
    document.addEventListener('transitionrun', () => {
      for (const animation of document.getAnimations()) animation.pause();
    });
  });
  expect(await durationsOf('no-preference')).toEqual([180, 180]);
  expect(await durationsOf('reduce')).toEqual([]);
});

/** Records layout shifts from before the first paint, and delays API responses. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: number[] = [];
    Object.assign(window, { seenShifts: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    await route.continue().catch(() => undefined);
  });
}

/** The page's cumulative layout shift so far. */
function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() =>
    (window as unknown as { seenShifts: number[] }).seenShifts.reduce((sum, value) => sum + value, 0),
  );
}

const settled: [path: string, what: RegExp][] = [
  ['/pricing', /Switch to Enterprise/],
  ['/dashboard', /^Free trial$/],
  ['/account', /This session/],
  ['/operator/deliveries', /^Applied$/],
];

for (const width of [360, 1280]) {
  const title = `the layout does not shift while a page loads slowly, at ${width} px`;
  test(title, width === 360 ? {} : onLanding, async ({ asOperator: page, service }) => {
    await subscribe(page, service, { plan: 'starter', interval: 'year' });
    await page.setViewportSize({ width, height: 800 });
    await watchShifts(page);
    for (const [path, what] of settled) {
      await page.goto(path);
      await expect(page.getByRole('main').getByText(what).filter({ visible: true }).first()).toBeVisible();
      await page.waitForTimeout(300);
      expect(await shiftOf(page), path).toBeLessThan(MOST_SHIFT);
    }
    await page.evaluate(() => document.querySelector('main')?.prepend(Object.assign(new Image(), { height: 300 })));
    await expect.poll(() => shiftOf(page), 'detects a real shift').toBeGreaterThan(MOST_SHIFT);
  });
}

test('shows no animations with reduced motion, not even while loading', async ({ signedIn: page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const motions = () =>
    page.evaluate(() => {
      const toMs = (list: string) => Math.max(...list.split(',').map((each) => Number.parseFloat(each) * 1000));
      const styles = [...document.querySelectorAll('*')].flatMap((element) =>
        ['', '::before', '::after'].map((pseudo) => getComputedStyle(element, pseudo)),
      );
      const durations = styles.flatMap((style) => [
        style.animationName === 'none' ? 0 : toMs(style.animationDuration),
        toMs(style.transitionDuration),
      ]);
      return Math.max(...durations);
    });
  // Keeps the skeletons, and then a busy button, on the page: only who reads it is known.
  await page.route('**/api/trpc/**', async (route) => {
    if (!route.request().url().includes('session.me')) return;
    const [me] = await (await route.fetch()).json();
    await route.fulfill({ json: [me] });
  });
  await page.goto('/dashboard');
  await expect(page.getByRole('status', { name: 'Loading…' })).toBeVisible();
  expect(await motions(), 'with motion').toBeGreaterThan(100);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await motions()).toBeLessThan(1);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.route('**/api/trpc/checkout.start*', () => undefined);
  await page.goto('/pricing');
  await page.getByRole('button', { name: /trial of Pro$/ }).click();
  await expect(page.getByRole('button', { name: /trial of Pro$/ })).toBeDisabled();
  await expect(page.getByRole('button', { name: /trial of Pro$/ }), 'busy, it keeps the focus').toBeFocused();
  expect(await motions()).toBeLessThan(1);
});
