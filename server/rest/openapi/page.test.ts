import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { plainBrand } from '../../brand/brand.ts';
import { defaultPlans } from '../../plans/testing.ts';
import { createDocument } from './document.ts';
import { operations } from './operations.ts';
import { renderPage } from './page.ts';

const settings = { baseUrl: 'https://app.example.com/billing', brand: plainBrand, plans: defaultPlans(), login: null };
const adapter = { signatureHeader: 'x-signature', diagnosis: { webhookEvents: ['invoice.paid'] } };
const deps = { settings, billing: { adapter } } as unknown as Parameters<typeof createDocument>[0];

const render = (tries: boolean) => renderPage(createDocument(deps), { brand: plainBrand, tries });

test('the page runs its own script alone and loads nothing from other origins', () => {
  const { html, policy } = render(true);
  const of = (text = '') => `'sha256-${hash('sha256', text, 'base64')}'`;
  const scripts = [...html.matchAll(/<script>(.*?)<\/script>/gs)];
  expect(scripts).toHaveLength(1);
  expect(policy).toContain(`script-src ${of(scripts[0]?.[1])};`);
  expect(policy).toContain(`style-src ${of(/<style>(.*)<\/style>/s.exec(html)?.[1])};`);
  expect(html).not.toMatch(/<script [^>]|src=|href="http|@import|url\(/);
});

test('the page has every call, reason, credential and event, below the path of the service', () => {
  const { html } = render(true);
  for (const { path } of operations) expect(html).toContain(path);
  for (const word of ['past_due_grace', 'scheduled_elsewhere', 'key create', 'invoice.paid', 'billing.as(', 'urllib'])
    expect(html).toContain(word);
  expect(html).not.toMatch(/href="\/(?!billing\/)/);
  expect(html).toContain('data-path="/billing/api/payments/checkout"');
});

test('nothing can be tried where purchases may cost money', () => {
  expect(render(false).html).not.toContain('data-path="');
});

test('the document names the cookie that counts', () => {
  const cookieOf = (login: object | null) => {
    const given = { ...deps, settings: { ...settings, login } } as typeof deps;
    return createDocument(given).components.securitySchemes.cookie?.name;
  };
  expect([cookieOf(null), cookieOf({ cookie: '__session' }), cookieOf({})]).toEqual([
    '__Host-billing.session_token',
    '__session',
    undefined,
  ]);
});
