import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const standards = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
/** The rules that depend on colours. */
const colours = ['color-contrast', 'link-in-text-block'];

/** Checks all rules in light mode, then the colours in dark mode. `view` names the page in failures. */
export async function expectAccessible(page: Page, view: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect.poll(() => isDark(page)).toBe(colorScheme === 'dark');
    expect(await violationsOf(page, colorScheme), `${view} ${colorScheme}`).toEqual([]);
  }
}

/** What the page breaks: any rule in light mode; in dark mode, of the same page, those of the colours. */
export async function violationsOf(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  // No page has frames: legacy mode skips a second page for the results, which takes half of axe's time.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (colorScheme === 'light' ? axe.withTags(standards) : axe.withRules(colours)).analyze();
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`);
}

/** Whether the page stands on a dark ground, whatever the brand. */
function isDark(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const [red = 0, green = 0, blue = 0] =
      getComputedStyle(document.body).backgroundColor.match(/\d+/g)?.map(Number) ?? [];
    return red + green + blue < 300;
  });
}

/** The number of pixels by which the page is wider than its window. */
export async function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Makes every longer word on the page a third longer, as another language may; what is typed or a code stays. */
export function lengthen(page: Page): Promise<void> {
  return page.evaluate(() => {
    const longer = (word: string) => word + word.slice(0, Math.ceil(word.length / 3)).toLowerCase();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      if (!node.parentElement?.closest('script, style, pre, .code'))
        node.nodeValue = node.nodeValue?.replaceAll(/\p{L}{5,}/gu, longer) ?? null;
  });
}

/** Checks that the page fits the narrowest phone and is accessible there. */
export async function expectFit(page: Page, view: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await overflowOf(page), view).toBe(0);
  await expectAccessible(page, view);
  await page.setViewportSize({ width: 1280, height: 720 });
}
