import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { browserArguments, browserPath } from './browser.ts';
import { billing } from './cli.ts';
import { seed, signInAs } from './seeded.ts';
import { startService } from './service.ts';

const folder = join(import.meta.dirname, '.screenshots');
const operator = 'monthly@example.com';
const signedOut = ['pricing', 'sign-in', 'sign-up', 'account-deleted', 'nowhere'];
const dashboards = ['monthly', 'trial', 'pastdue', 'canceling', 'canceled', 'none'];
/** Names, paths and what is clicked there. */
const signedIn: [name: string, path: string, click?: RegExp][] = [
  ['account', 'account'],
  ['account-delete', 'account', /^Delete account/],
  ['cancel', 'dashboard', /^Cancel plan/],
  ['change-plan', 'change-plan?plan=enterprise&interval=year'],
  ['operator', 'operator'],
  ['operator-delivery', 'operator?q=subscription.up', /^Details of/],
  ['operator-person', `operator/person?who=${operator}`],
  ['operator-drift', 'operator/drift'],
  ['operator-jobs', 'operator/jobs'],
];

/** Every page at 360 and 1280 px, light and dark, into a folder that git ignores. */
async function main(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const service = await startService({ OPERATOR_EMAILS: operator });
  const browser = await chromium.launch({ executablePath: browserPath(), args: browserArguments });
  try {
    seed(service);
    billing(service, 'alpha', 'reconcile');
    for (const width of [360, 1280]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const context = await browser.newContext({
          baseURL: service.url,
          colorScheme,
          viewport: { width, height: 800 },
        });
        const page = await context.newPage();
        const shoot = async (path: string, name: string, click?: RegExp) => {
          await page.goto(`/${path}`);
          await page.getByRole('heading', { level: 1 }).first().waitFor();
          if (click) await page.getByRole('button', { name: click }).first().click();
          await page.waitForTimeout(700);
          await page.screenshot({
            path: join(folder, `${name}-${width}-${colorScheme}.png`),
            fullPage: !click || name.startsWith('operator'),
          });
        };
        for (const path of signedOut) await shoot(path, path);
        for (const who of dashboards) {
          await signInAs(page, `${who}@example.com`);
          await shoot('dashboard', `dashboard-${who}`);
        }
        await signInAs(page, operator);
        for (const [name, path, click] of signedIn) await shoot(path, name, click);
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
