import type { Page } from '@playwright/test';
import { billing } from './cli.ts';
import { expect, onLanding, test } from './fixtures.ts';
import { expectAccessible, overflowOf } from './looks.ts';
import { unheard } from './sandbox.ts';
import { currentSubscription, forgetSession, subscribe } from './steps.ts';

const open = [
  '/pricing',
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/reset-password?token=x',
  '/verify-address?token=x',
  '/account-deleted',
  '/nowhere',
];
const change = '/change-plan?plan=enterprise&interval=year';

/** A page, and the buttons to click on it, in order. */
type View = [path: string, ...clicks: (string | RegExp)[]];
const signedIn = (userId = ''): View[] => [
  ['/pricing?interval=year'],
  [change],
  ['/dashboard', 'Cancel plan'],
  ['/account', 'Delete account', 'Delete account'],
  ['/account', /^Account of/],
  ['/operator'],
  ['/operator/deliveries', /^Details of/],
  [`/operator/person?who=${userId}`],
  ['/operator/drift'],
  ['/operator/jobs'],
];

async function show(page: Page, [path, ...clicks]: View): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  for (const name of clicks) await page.getByRole('button', { name }).last().click();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

async function check(page: Page, view: View): Promise<void> {
  await show(page, view);
  expect([view, await overflowOf(page)]).toEqual([view, 0]);
  await expectAccessible(page, `${view}`);
}

/** The pages that every buyer uses. */
const way: View[] = [['/pricing'], ['/sign-up'], ['/dashboard', 'Cancel plan'], ['/account']];

test('the pages of a purchase have no accessibility violations, light and dark, at 360 px', async ({
  signedIn: page,
  service,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await subscribe(page, service, { plan: 'starter' });
  for (const view of way) await check(page, view);
});

// No style differs between 320 and 360 px.
for (const width of [320, 1280]) {
  const title = `no page, signed out or in, scrolls sideways or has accessibility violations, light or dark, at ${width} px`;
  test(title, onLanding, async ({ asOperator: page, service, provider }) => {
    test.setTimeout(180_000);
    await page.setViewportSize({ width, height: 800 });
    const session = await page.context().cookies();
    await subscribe(page, service, { plan: 'starter' });
    const { userId, providerSubscriptionId } = (await currentSubscription(page)) ?? {};
    await forgetSession(page);
    for (const path of open) await check(page, [path]);
    await page.context().addCookies(session);
    for (const view of signedIn(userId)) {
      if (view[0] === '/operator/drift') {
        await unheard(service, providerSubscriptionId ?? '', 'mark_unpaid');
        billing(service, provider, 'reconcile');
      }
      await check(page, view);
    }
  });
}
