import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { browserArguments, browserPath } from './browser.ts';
import { COOKIE, startIssuer } from './logins.ts';
import { shootMails } from './mails.ts';
import { buyForOrganisation, prepare } from './prepare.ts';
import { seed, signInAs } from './seeded.ts';
import { type RunningService, startService } from './service.ts';
import {
  brandViews,
  elsewhereViews,
  formerViews,
  operators,
  organisationViews,
  sandboxViews,
  type View,
  views,
} from './views.ts';

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
  /** Default: by the password of the seed. */
  signIn?(page: Page, who: string): Promise<void>;
}

async function shootAll({ browser, service, chosen, few, signIn = signInAs }: Shoot): Promise<void> {
  for (const look of looks.filter((each) => !few || isFew(each))) {
    const { width, colorScheme, locale } = look;
    const viewport = { width, height: 800 };
    const context = await browser.newContext({ baseURL: service.url, colorScheme, locale, viewport });
    const page = await context.newPage();
    let signedInAs: string | undefined;
    for (const view of chosen) {
      if (view.who && view.who !== signedInAs) await signIn(page, view.who);
      signedInAs = view.who ?? signedInAs;
      await shoot(page, view, { service, suffix: `${width}-${colorScheme}-${locale.slice(0, 2)}` });
    }
    await context.close();
  }
}

/** Of the README: what a reader sees first, no larger than it need be. */
const readme: [view: string, look: Look][] = [
  ['pricing', { width: 1280, colorScheme: 'light', locale: 'en-US' }],
  ['dashboard-trial', { width: 1280, colorScheme: 'dark', locale: 'en-US' }],
  ['operator', { width: 1280, colorScheme: 'light', locale: 'en-US' }],
];
const MOST_BYTES = 40_000;

/** As WebP, which Chromium writes and Playwright does not offer; of the qualities the best that is small enough. */
async function shootReadme({ browser, service }: Pick<Shoot, 'browser' | 'service'>): Promise<void> {
  for (const [name, { width, ...look }] of readme) {
    const view = views.find((each) => each.name === name);
    const context = await browser.newContext({ baseURL: service.url, viewport: { width, height: 720 }, ...look });
    const page = await context.newPage();
    if (view?.who) await signInAs(page, view.who);
    if (view) await open(page, view, service);
    const session = await context.newCDPSession(page);
    for (const quality of [90, 80, 70, 60, 50, 40]) {
      const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality });
      const bytes = Buffer.from(data, 'base64');
      writeFileSync(join(import.meta.dirname, 'readme', `${name}.webp`), bytes);
      if (bytes.length <= MOST_BYTES) break;
    }
    await context.close();
  }
}

async function open(page: Page, { path, at, act }: View, service: RunningService): Promise<void> {
  await page.goto(`${at === 'sandbox' ? service.sandboxUrl : ''}/${path}`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForTimeout(500);
  if (act) await act(page);
  await page.waitForTimeout(400);
}

async function shoot(page: Page, view: View, to: { service: RunningService; suffix: string }) {
  await open(page, view, to.service);
  const isDialog = await page.getByRole('dialog').isVisible();
  await page.screenshot({ path: join(folder, `${view.name}-${to.suffix}.png`), fullPage: !isDialog });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

const USAGE = 'npm run screenshots -- [--few] [--readme] [words of names …]';

/**
 * Takes screenshots of every page at 360 and 1280 px, light and dark, English and German, and of every mail at 360 and
 * 640 px, into a folder that git ignores; or those of the README.
 */
async function main(): Promise<void> {
  const options = { few: { type: 'boolean', default: false }, readme: { type: 'boolean', default: false } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const pick = (all: readonly View[]) =>
    all.filter(({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word)));
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({ executablePath: browserPath(), args: browserArguments });
  try {
    const chosen = (all: readonly View[]) => ({ chosen: values.readme ? [] : pick(all), few: values.few });
    await shootOurs(browser, { ...chosen([...views, ...sandboxViews, ...brandViews]), readme: values.readme });
    await shootFormer(browser, chosen(formerViews));
    await shootElsewhere(browser, chosen([...elsewhereViews, ...organisationViews]));
    if (!values.readme) await shootMails(browser, folder, (name) => pick([{ name, path: '' }]).length > 0);
  } finally {
    await browser.close();
  }
  console.info(`Screenshots: ${folder} (${USAGE})`);
}

async function shootOurs(browser: Browser, given: Pick<Shoot, 'chosen' | 'few'> & { readme: boolean }): Promise<void> {
  if (given.chosen.length === 0 && !given.readme) return;
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
    if (given.readme) await shootReadme({ browser, service });
    const { chosen, few } = given;
    await shootAll({ browser, service, few, chosen: chosen.filter(({ brand }) => !brand) });
    for (const color of new Set(chosen.flatMap(({ brand }) => brand ?? []))) {
      await service.restarted({ BRAND_COLOR: color });
      await shootAll({ browser, service, few, chosen: chosen.filter(({ brand }) => brand === color) });
    }
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

/** The pages with a foreign login, which names an organisation. */
async function shootElsewhere(browser: Browser, given: Pick<Shoot, 'chosen' | 'few'>): Promise<void> {
  if (given.chosen.length === 0) return;
  const issuer = await startIssuer();
  const service = await startService({
    AUTH_JWKS_URL: `${issuer.url}/.well-known/jwks.json`,
    AUTH_ISSUER: issuer.url,
    AUTH_COOKIE: COOKIE,
    AUTH_SIGN_IN_URL: `${issuer.url}/sign-in?back={return}`,
    AUTH_ORG_CLAIM: 'org',
    AUTH_ROLE_CLAIM: 'role',
    AUTH_ORG_EMAIL_CLAIM: 'org_email',
    BILLING_ROLES: 'admin',
  });
  const signIn = async (page: Page, role: string) => {
    const person = { sub: `user|${role}`, name: `Ada ${role}`, email: `${role}@example.com`, email_verified: true };
    issuer.claims = { ...person, role, org: 'acme', org_email: 'billing@acme.example' };
    await page.goto(`${issuer.url}/sign-in?back=${service.url}/organisation`);
  };
  try {
    const page = await browser.newPage({ baseURL: service.url });
    await signIn(page, 'admin');
    await buyForOrganisation(page, service);
    await page.close();
    await shootAll({ browser, service, signIn, ...given });
  } finally {
    await service.stop();
    await issuer.close();
  }
}

await main();
