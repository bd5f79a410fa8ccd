import { expect, test } from 'vitest';
import { plainBrand } from '../brand/brand.ts';
import { rolesOf } from '../brand/roles.ts';
import { compose } from './compose.ts';
import { dress } from './dress.ts';

const mail = compose({ kind: 'verify', to: 'ada@example.com', language: 'en', link: 'https://a.example/?b=%C3%A9' });

test('a mail wears the name, the colours and the address of the brand', () => {
  const brand = { ...plainBrand, name: 'A & B', color: '#f5c542', support: 'mailto:help@example.com' };
  const { text, html } = dress(mail, brand);
  expect(html).toContain('background:#f5c542;color:#');
  expect(html).toContain('>A &amp; B</p>');
  expect(html).toContain('<a href="mailto:help@example.com"');
  expect(text).toMatch(/\n-- \nA & B · help@example\.com\n$/);
});

test('in dark mode every colour of a mail is that of the dark pages', () => {
  const { html } = dress(mail, plainBrand);
  const [, rules = ''] = /@media \(prefers-color-scheme:dark\)\{(.+)\}<\/style>/.exec(html) ?? [];
  const roles = rolesOf(plainBrand.color, 'dark');
  expect(rules).toContain(`.page{background:${roles.paper}!important;color:${roles.ink}!important}`);
  const coloured = [...html.matchAll(/<\w+[^>]*style="[^"]*(?:color|background):#[^>]*>/g)].map(([tag]) => tag);
  expect(coloured.length).toBeGreaterThan(4);
  for (const tag of coloured) expect(rules).toContain(`.${/class="(\w+)"/.exec(tag)?.[1]}{`);
});

test('without settings no name is made up, no place is left open, and links stay as they are', () => {
  const { text, html } = dress(mail, plainBrand);
  expect(text).toBe(mail.text);
  expect(html).toContain('href="https://a.example/?b=%C3%A9"');
  expect(html).not.toMatch(/%[a-z]/);
});
