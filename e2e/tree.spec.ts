import { expect, test } from './fixtures.ts';
import { endNow, subscribe } from './steps.ts';

/** What a screen reader is given, whole regions at a time: names, roles, order. */
test('the tree of choosing a plan and signing up', async ({ page }) => {
  await page.goto('/pricing');
  await expect(page.getByRole('banner')).toMatchAriaSnapshot(`
    - banner:
      - link /start page$/
      - navigation "Main":
        - link "Plans"
      - link "Sign in"
  `);
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Pick a plan. See every charge before it happens." [level=1]
      - radiogroup "Billing period":
        - radio "Monthly" [checked]
        - radio "Yearly save 17%"
        - radio "One-time"
      - paragraph: Change or cancel anytime, here, in two clicks.
      - region "Pro":
        - heading "Pro" [level=2]
        - text: Popular
        - paragraph: For everyday professional work.
        - paragraph: $9.90 per month
        - paragraph: or $99 per year
        - link "Start 14-day free trial of Pro"
        - list "What Pro costs, and when":
          - listitem:
            - time: Today
            - text: Due now $0.00
          - listitem:
            - time
            - text: First charge $9.90
        - paragraph: Then $9.90 per month. Cancel before the trial ends and you pay nothing.
      - table "Side by side":
        - rowgroup:
          - row:
            - columnheader "Pro"
        - rowgroup:
          - row:
            - rowheader "Projects"
            - cell "Up to 3 projects"
            - cell "Up to 10 projects"
            - cell "Up to 10 projects"
          - row "Premium templates Not included Included Included"
  `);
  await page.getByRole('link', { name: /trial of Pro$/ }).click();
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Create your account" [level=1]
      - textbox "Name"
      - textbox "Email"
      - textbox "Password"
      - button "Show password"
      - button "Create account"
  `);
});

// Without the row of the trial's beginning: it is not yet, where another test moved the provider's clock.
test('the tree of a plan, and of its end', async ({ signedIn: page, service }) => {
  await subscribe(page, service);
  await page.goto('/dashboard');
  await expect(page.getByRole('main').getByRole('article')).toMatchAriaSnapshot(`
    - article:
      - paragraph: Free trial
      - heading /^Pro is free until .+ \\$9\\.90/ [level=1]
      - 'list "Pro: what was charged, and what comes next"':
        - listitem:
          - time: Today
        - listitem:
          - time
          - text: First charge $9.90
      - link "Change plan"
  `);
  await page.getByRole('button', { name: 'Cancel plan' }).click();
  await expect(page.getByRole('dialog')).toMatchAriaSnapshot(`
    - dialog:
      - heading /Pro/ [level=2]
      - button "Keep Pro"
      - button "Cancel at period end"
  `);
});

test('the tree of a change of plan: what it costs, the confirmation, and what was charged', async ({
  signedIn: page,
  service,
}) => {
  // Without a trial, so that something is due.
  await subscribe(page, service, { plan: 'starter' });
  await endNow(page, service);
  await subscribe(page, service, { plan: 'starter' });
  await page.goto('/change-plan?plan=pro&interval=month');
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Change your plan" [level=1]
      - term: Current plan
      - definition: Starter, $4.90 per month
      - term: New plan
      - definition: Pro, $9.90 per month
      - list "What the change costs, and when":
        - listitem:
          - time: Today
          - text: Due now $5.00
        - listitem:
          - time
          - text: Renews $9.90
      - paragraph: /^Pro starts as soon as you confirm/
      - button "Confirm change and pay $5.00"
      - paragraph:
        - link "Back to the dashboard"
  `);
  await page.getByRole('button', { name: 'Confirm change' }).click();
  await expect(page.getByRole('main').getByRole('region', { name: 'Your plan' })).toMatchAriaSnapshot(`
    - region "Your plan":
      - status:
        - paragraph: Your plan is now Pro, monthly. We charged $5.00.
      - article:
        - heading /^Pro/ [level=1]
        - link "Change plan"
  `);
});
