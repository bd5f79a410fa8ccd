import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const standards = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
const ground = { light: 'rgb(244, 246, 244)', dark: 'rgb(14, 21, 19)' };
/** All that depends on the colours. */
const colours = ['color-contrast', 'link-in-text-block'];

/** Everything in the light, then the colours in the dark. `view` names the page where it fails. */
export async function expectAccessible(page: Page, view: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('body')).toHaveCSS('background-color', ground[colorScheme]);
    // No page here has a frame: axe needs no second page to gather what it found, which is half of its time.
    const axe = new AxeBuilder({ page }).setLegacyMode();
    const { violations } = await (colorScheme === 'light' ? axe.withTags(standards) : axe.withRules(colours)).analyze();
    expect(violations.map(({ id, nodes }) => `${view} ${colorScheme}: ${id} ${nodes[0]?.html}`)).toEqual([]);
  }
}

/** Pixels by which the page is wider than its window. */
export async function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Nothing scrolls sideways on the narrowest phone, and the page is accessible there. */
export async function expectFit(page: Page, view: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await overflowOf(page), view).toBe(0);
  await expectAccessible(page, view);
  await page.setViewportSize({ width: 1280, height: 720 });
}
