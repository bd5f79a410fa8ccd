import { describe, expect, test } from 'vitest';
import { priceIn } from './compose.ts';
import { languageOf, languages } from './language.ts';
import { LINK, mailKinds, sampleMail } from './testing.ts';

describe.each(languages)('mails in %s', (language) => {
  test.each(mailKinds)('%s: text and HTML have the same content, and user input is escaped', (kind) => {
    const { to, subject, text, html } = sampleMail(kind, language, { quote: '<b>x</b>' });
    expect([to.includes('@'), subject]).toEqual([true, expect.stringMatching(/^[^\r\n]{10,}$/)]);
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).not.toContain('<b>x');
    expect(html.includes(`href="${LINK.replaceAll('&', '&amp;')}"`)).toBe(text.includes(LINK));
    const written = html
      .replaceAll(/<[^>]+>/g, '')
      .replaceAll('&amp;', '&')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>');
    for (const line of text.split('\n').filter(Boolean)) expect(written).toContain(line.replace(/:$/, ''));
    expect(text).not.toMatch(/undefined|null| {2}|: \.|\.\.|\(\)/);
  });
});

test('every language has its own texts', () => {
  for (const kind of mailKinds) {
    const subjects = languages.map((language) => sampleMail(kind, language).subject);
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
  ['de', false, '9,90\u00a0$ zzgl. Steuer'],
] as const)('a price in %s, tax included: %s', (language, taxIncluded, expected) => {
  expect(priceIn(language, { amount: '9.90', currency: 'usd', taxIncluded, interval: 'once' })).toBe(expected);
});
