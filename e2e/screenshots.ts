import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { browserArguments, browserPath } from './browser.ts';
import { seed, signInAs } from './seeded.ts';
import { startService } from './service.ts';

const folder = join(import.meta.dirname, '.screenshots');
const operator = 'monthly@example.com';
const signedOut = ['pricing', 'sign-in', 'sign-up', 'nowhere'];
const dashboards = ['monthly', 'trial', 'pastdue', 'canceling', 'canceled', 'none'];
const signedIn = ['account', 'operator', 'change-plan?plan=enterprise&interval=year'];

/** Every page at 360 and 1280 px, light and dark, into a folder that git ignores. */
async function main(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const service = await startService({ OPERATOR_EMAILS: operator });
  const browser = await chromium.launch({ executablePath: browserPath(), args: browserArguments });
  try {
    seed(service);
    for (const width of [360, 1280]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const context = await browser.newContext({
          baseURL: service.url,
          colorScheme,
          viewport: { width, height: 800 },
        });
        const page = await context.newPage();
        const shoot = async (path: string, name: string) => {
          await page.goto(`/${path}`);
          await page.getByRole('heading', { level: 1 }).first().waitFor();
          await page.waitForTimeout(700);
          await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true });
        };
        for (const path of signedOut) await shoot(path, path);
        for (const who of dashboards) {
          await signInAs(page, `${who}@example.com`);
          await shoot('dashboard', `dashboard-${who}`);
        }
        await signInAs(page, operator);
        for (const path of signedIn) await shoot(path, path.split('?')[0] ?? path);
        await context.close();
      }
    }
  } finally {
    await browser.close();
    await service.stop();
  }
  console.info(`Screenshots: ${folder}`);
}

await main();
