import { describe, expect, it } from 'vitest';
import { chooseLanguage, localeOf } from './language.ts';
import { allDe, allEn } from './testing.ts';

function leaves(copy: object, path = ''): [string, unknown][] {
  return Object.entries(copy).flatMap(([key, value]) =>
    typeof value === 'object' ? leaves(value, `${path}${key}.`) : [[`${path}${key}`, value] as [string, unknown]],
  );
}

describe('copy', () => {
  it('has the same texts in both languages, none of them empty', () => {
    const all = { de: allDe, en: allEn };
    expect(leaves(all.de).map(([path]) => path)).toEqual(leaves(all.en).map(([path]) => path));
    for (const [path, text] of [...leaves(all.en), ...leaves(all.de)]) {
      expect(typeof text === 'function' ? text('x', 'y') : text, path).toMatch(/\S/);
    }
  });
});

describe('chooseLanguage', () => {
  it.each([
    ['de', ['en-US'], 'de'],
    [null, ['de-AT', 'en'], 'de'],
    [null, ['fr', 'de'], 'de'],
    [null, ['fr'], 'en'],
    [null, [], 'en'],
    ['xx', ['de'], 'de'],
    ['toString', [], 'en'],
  ] as const)('kept %s, browser %j: %s', (kept, preferred, language) => {
    expect(chooseLanguage(kept, preferred)).toBe(language);
  });

  it("uses the reader's locale if its language is the chosen one", () => {
    expect(localeOf('en', ['de-DE', 'en-GB'])).toBe('en-GB');
    expect(localeOf('de', ['en-GB'])).toBe('de');
  });
});
