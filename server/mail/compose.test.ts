import { describe, expect, test } from 'vitest';
import { compose, priceIn } from './compose.ts';
import { languageOf, languages } from './language.ts';
import type { MailKind } from './message.ts';

const kinds = [
  'verify',
  'verify_buyer',
  'account_exists',
  'reset',
  'approve_change',
  'confirm_change',
  'address_changed',
  'new_device',
  'two_subscriptions',
  'duplicate_ended',
] as const satisfies MailKind[];
const link = 'https://billing.example.com/verify-address?token=a&next=%2Fpricing';

describe.each(languages)('mails in %s', (language) => {
  test.each(kinds)('%s: text and HTML have the same content, and user input is escaped', (kind) => {
    const { to, subject, text, html } = compose({ kind, to: 'ada@example.com', language, link, about: '<b>x</b>' });
    expect([to, subject]).toEqual(['ada@example.com', expect.stringMatching(/^[^\r\n]{10,}$/)]);
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).not.toContain('<b>x');
    const hasLink = text.includes(link);
    expect(hasLink).toBe(kind !== 'address_changed');
    expect(html.includes('href="https://billing.example.com/verify-address?token=a&amp;next=%2Fpricing"')).toBe(
      hasLink,
    );
  });
});

test('every language has its own texts', () => {
  for (const kind of kinds) {
    const subjects = languages.map((language) => compose({ kind, to: 'a@example.com', language, link }).subject);
    expect(new Set(subjects).size).toBe(languages.length);
  }
});

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['fr-FR, de;q=0.5, en;q=0.4', 'de'],
  ['de;q=0.3,en', 'en'],
  ['de;q=0', 'en'],
  ['*', 'en'],
  [';;;,q=,=', 'en'],
])('Accept-Language %j is read as %s', (header, language) => {
  expect(languageOf(header)).toBe(language);
});

test.each([
  ['en', true, '$9.90'],
  ['en', null, '$9.90'],
  ['en', false, '$9.90 plus tax'],
  ['de', false, '9,90\u00a0$ zzgl. MwSt.'],
] as const)('a price in %s, tax included: %s', (language, taxIncluded, expected) => {
  expect(priceIn(language, { amount: '9.90', currency: 'usd', taxIncluded, interval: 'once' })).toBe(expected);
});
