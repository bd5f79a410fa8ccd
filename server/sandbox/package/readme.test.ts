import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { controlCalls, controlTable } from '../control/table.ts';
import { knowsEvent } from '../dialects/alpha/api/eventNames.ts';
import { creemEvents } from '../dialects/beta/api/webhooks.ts';
import { polarEvents } from '../dialects/gamma/api/webhooks.ts';
import { dialects } from '../dialects/index.ts';

/** The README's generated parts. To update one, copy the failing test's expected text between its two markers. */

const README = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
const part = (name: string) => README.split(new RegExp(`<!-- /?${name} -->`))[1]?.trim();
const require = createRequire(import.meta.url);

test('the table of the control API is the one that it answers by', () => {
  expect(part('control')).toBe(controlTable());
  const paths = controlCalls.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(paths).size).toBe(paths.length);
});

/** Names such as `customer.created` in a dialect's sources. */
function sent(dialect: string): Set<string> {
  const folder = join(import.meta.dirname, '../dialects', dialect);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((path) => /^(events|message)\.ts$/.test(path));
  const text = sources.map((path) => readFileSync(join(folder, path), 'utf8')).join('\n');
  return new Set([...text.matchAll(/['`]([a-z_]+(?:\.[a-z_]+)+)['`]/g)].map(([, name = '']) => name));
}

function publishedByStripe(): string[] {
  const types = join(dirname(require.resolve('stripe')), 'resources/WebhookEndpoints.d.ts');
  const [, union = ''] = /type EnabledEvent = ([^;]+);/.exec(readFileSync(types, 'utf8')) ?? [];
  return [...union.matchAll(/'([a-z0-9_.]+)'/g)].map(([, name = '']) => name);
}

/** Of Creem's and Polar's clients, which are made alike. */
function publishedBy(client: string): string[] {
  const folder = join(dirname(require.resolve(`${client}/package.json`)), 'dist/commonjs/models/components');
  const types = readFileSync(join(folder, 'webhookeventtype.d.ts'), 'utf8');
  return [...new Set([...types.matchAll(/"([a-z_]+(?:\.[a-z_]+)+)"/g)].map(([, name = '']) => name))];
}

const BILLING =
  /^(charge|checkout|coupon|credit_note|customer|invoice|invoice_payment|invoiceitem|payment_intent|payment_method|plan|price|product|promotion_code|refund|setup_intent|subscription_schedule|test_helpers)\./;

const lists: [company: string, names: string[]][] = [
  [
    'Stripe (of what is about billing)',
    publishedByStripe().filter((name) => BILLING.test(name) && !sent('alpha').has(name)),
  ],
  ['Creem', publishedBy('creem').filter((name) => !sent('beta').has(name))],
  ['Polar', publishedBy('@polar-sh/sdk').filter((name) => !sent('gamma').has(name))],
];

test('the events that are never sent are listed', () => {
  expect(publishedByStripe().length).toBeGreaterThan(200);
  const listed = lists.map(
    ([company, names]) =>
      `**${company}**: ${names
        .toSorted()
        .map((name) => `\`${name}\``)
        .join(', ')}.`,
  );
  expect(part('events')).toBe(listed.join('\n\n'));
});

test('an endpoint may ask for every published event of its company, and for no other', () => {
  expect(publishedByStripe().filter((name) => !knowsEvent(name))).toEqual([]);
  expect(publishedBy('creem').filter((name) => !creemEvents.includes(name))).toEqual([]);
  expect(publishedBy('@polar-sh/sdk').filter((name) => !polarEvents.includes(name))).toEqual([]);
  for (const name of ['nonsense.event', 'customer', 'Customer.created']) expect(knowsEvent(name)).toBe(false);
});

test('people find each dialect by the name of its company', () => {
  expect(dialects.map(({ company }) => company.name)).toEqual(['stripe', 'creem', 'polar']);
});
