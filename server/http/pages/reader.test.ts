import { expect, test } from 'vitest';
import { readerOf, showsSession } from './reader.ts';

test.each([
  [{}, 'en', 'en'],
  [{ 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' }, 'de', 'de-AT'],
  [{ 'accept-language': 'fr-FR,de;q=0.5' }, 'de', 'de'],
  [{ 'accept-language': 'fr' }, 'en', 'en'],
  [{ 'accept-language': 'en-GB' }, 'en', 'en-GB'],
  // Whatever a header says, few documents are kept.
  [{ 'accept-language': 'en-XX' }, 'en', 'en'],
  [{ 'accept-language': ',;q=1,' }, 'en', 'en'],
  [{ 'accept-language': 'en-US', cookie: 'a=b; billing.language=de' }, 'de', 'de'],
  [{ 'accept-language': 'de-CH', cookie: 'billing.language=en; a=b' }, 'en', 'en'],
  [{ cookie: 'billing.language=xx' }, 'en', 'en'],
  [{ cookie: 'other.billing.language=de' }, 'en', 'en'],
] as const)('%j reads %s as %s', (headers, language, locale) => {
  expect(readerOf(headers)).toEqual({ language, locale });
});

test.each([
  ['billing.session_token=x', true],
  ['a=b; __Host-billing.session_token=x', true],
  ['billing.language=de', false],
  [undefined, false],
])('cookie %s: a session is shown: %s', (cookie, shown) => {
  expect(showsSession({ cookie })).toBe(shown);
});
