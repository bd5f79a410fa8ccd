import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { browserArguments, browserPath } from './browser.ts';
import { COOKIE, startIssuer } from './logins.ts';
import { prepare } from './prepare.ts';
import { seed, signInAs } from './seeded.ts';
import { type RunningService, startService } from './service.ts';
import { formerViews, operators, sandboxViews, type View, views } from './views.ts';

const folder = join(import.meta.dirname, '.screenshots');
const digest = 'a'.repeat(64);

interface Look {
  width: number;
  colorScheme: 'light' | 'dark';
  locale: 'en-US' | 'de-DE';
}

const looks: Look[] = [360, 1280].flatMap((width) =>
  (['light', 'dark'] as const).flatMap((colorScheme) =>
    (['en-US', 'de-DE'] as const).map((locale) => ({ width, colorScheme, locale })),
  ),
);
/** Selects half of the looks: every pair of width, theme and language occurs. */
const isFew = ({ width, colorScheme, locale }: Look) =>
  ((width === 360 ? 0 : 1) + (colorScheme === 'light' ? 0 : 1) + (locale === 'en-US' ? 0 : 1)) % 2 === 0;

interface Shoot {
  browser: Browser;
  service: RunningService;
  chosen: readonly View[];
  few: boolean;
}

async function shootAll({ browser, service, chosen, few }: Shoot): Promise<void> {
  for (const look of looks.filter((each) => !few || isFew(each))) {
    const { width, colorScheme, locale } = look;
    const viewport = { width, height: 800 };
    const context = await browser.newContext({ baseURL: service.url, colorScheme, locale, viewport });
    const page = await context.newPage();
    let signedInAs: string | undefined;
    for (const view of chosen) {
      if (view.who && view.who !== signedInAs) await signInAs(page, view.who);
      signedInAs = view.who ?? signedInAs;
      await shoot(page, view, { service, suffix: `${width}-${colorScheme}-${locale.slice(0, 2)}` });
    }
    await context.close();
  }
}

async function shoot(page: Page, { name, path, at, act }: View, to: { service: RunningService; suffix: string }) {
  await page.goto(`${at === 'sandbox' ? to.service.sandboxUrl : ''}/${path}`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForTimeout(500);
  if (act) await act(page);
  await page.waitForTimeout(400);
  const isDialog = await page.getByRole('dialog').isVisible();
  await page.screenshot({ path: join(folder, `${name}-${to.suffix}.png`), fullPage: !isDialog });
}

const USAGE = 'npm run screenshots -- [--few] [words of names …]';

/**
 * Takes screenshots of every page at 360 and 1280 px, light and dark, English and German, into a folder that git
 * ignores.
 */
async function main(): Promise<void> {
  const options = { few: { type: 'boolean', default: false } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const pick = (all: readonly View[]) =>
    all.filter(({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word)));
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({ executablePath: browserPath(), args: browserArguments });
  try {
    await shootOurs(browser, { chosen: pick([...views, ...sandboxViews]), few: values.few });
    await shootFormer(browser, { chosen: pick(formerViews), few: values.few });
    await shootElsewhere(browser, { chosen: pick(elsewhere), few: values.few });
  } finally {
    await browser.close();
  }
  console.info(`Screenshots: ${folder} (${USAGE})`);
}

async function shootOurs(browser: Browser, given: Pick<Shoot, 'chosen' | 'few'>): Promise<void> {
  if (given.chosen.length === 0) return;
  const service = await startService({
    OPERATOR_EMAILS: operators,
    SERVICE_KEYS: `web:read+write:${digest},feed:changes:${digest.replace('a', 'b')}`,
    SOCIAL_GOOGLE: 'our-client:our-own-secret',
    SOCIAL_GITHUB: 'our-client:our-own-secret',
    CHECKOUT_DISCOUNT_CODES: 'on',
    CHECKOUT_TAX: 'on',
  });
  try {
    seed(service);
    const page = await browser.newPage({ baseURL: service.url });
    await prepare(page, service);
    await page.close();
    await shootAll({ browser, service, ...given });
  } finally {
    await service.stop();
  }
}

/** The seed's users pay provider alpha, which is no longer set up. */
async function shootFormer(browser: Browser, given: Pick<Shoot, 'chosen' | 'few'>): Promise<void> {
  if (given.chosen.length === 0) return;
  const ALPHA_DASHBOARD_URL = 'https://company.example.com/sign-in';
  const service = await startService({ PAYMENT_PROVIDER: 'gamma', ALPHA_DASHBOARD_URL });
  try {
    seed(service);
    await shootAll({ browser, service, ...given });
  } finally {
    await service.stop();
  }
}

const elsewhere: View[] = ['sign-in', 'account', 'pricing'].map((path) => ({ name: `elsewhere-${path}`, path }));

/** The pages with a foreign login. */
async function shootElsewhere(browser: Browser, given: Pick<Shoot, 'chosen' | 'few'>): Promise<void> {
  if (given.chosen.length === 0) return;
  const issuer = await startIssuer();
  const service = await startService({
    AUTH_JWKS_URL: `${issuer.url}/.well-known/jwks.json`,
    AUTH_ISSUER: issuer.url,
    AUTH_COOKIE: COOKIE,
    AUTH_SIGN_IN_URL: `${issuer.url}/sign-in?back={return}`,
  });
  try {
    await shootAll({ browser, service, ...given });
  } finally {
    await service.stop();
    await issuer.close();
  }
}

await main();
