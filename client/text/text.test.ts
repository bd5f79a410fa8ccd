import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseLanguage, localeOf } from './language.ts';
import { ledgerDe } from './ledger.de.ts';
import { ledgerEn } from './ledger.en.ts';
import { requestsDe } from './requests.de.ts';
import { requestsEn } from './requests.en.ts';
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

describe('who speaks to a browser says what is seen: the name of a button holds its words', () => {
  it.each([
    [allEn, requestsEn, ledgerEn],
    [allDe, requestsDe, ledgerDe],
  ])('%#', (copy, requests, ledger) => {
    const { actions, payments, standing } = copy;
    const pairs = [
      [payments.confirm, payments.confirmOf('$9.90', 'May 1')],
      [payments.invoice, payments.invoiceOf('May 1')],
      [payments.receipt, payments.receiptOf('May 1')],
      [copy.endSession, copy.endSessionOf('Chrome')],
      [standing.extend('May 1'), standing.extendName('Pro', 'May 1')],
      [actions.current, actions.currentName('Pro')],
      [requests.desk.close, requests.desk.closeOf('C-1')],
      [ledger.csv, ledger.csvOf('2026')],
    ] as const;
    for (const [seen, name] of pairs) expect(name.toLowerCase()).toContain(seen.toLowerCase());
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

/** What is said in another word everywhere else, or is the provider's own. */
const avoided = {
  en: /organisation|\bmails?\b|with which you|need do|cancelled|\b(stripe|creem|polar)\b|past_due|\bincomplete\b|\bdunning\b/i,
  de: /abonnement|benutzer|bestritten|strittig|einspr[uü]ch|zahlungsdienst|\bplan(s|es|datei)?\b|operator|\baccount|checkout|\binvoice|\b(stripe|creem|polar)\b/i,
};

/** Plans are called as the plans file calls them. */
const PLANS = /\b(Free(?! trial)|Starter|Pro|Enterprise)\b/;

/** Of a source: what stands in quotes, without what is computed and what names a text. */
function wordsIn(source: string): string[] {
  const quoted = source
    .replaceAll(/^import [^\n]*$|\/\*.*?\*\/|\$\{[^}]*\}|^ *'[^'\n]*':/gms, '')
    .matchAll(/'([^'\n]*)'|`([^`\n]*)`/g);
  return [...quoted].map(([, plain, template]) => plain ?? template ?? '');
}

describe('one word for one thing, in pages and mails', () => {
  const folders = ['client/text', 'server/mail/texts'].map((folder) => join(import.meta.dirname, '../..', folder));
  it.each(['en', 'de'] as const)('%s', (language) => {
    const named = (name: string) => name === `${language}.ts` || name.endsWith(`.${language}.ts`);
    const files = folders.flatMap((folder) =>
      readdirSync(folder)
        .filter(named)
        .map((name) => join(folder, name)),
    );
    const words = files.flatMap((file) => wordsIn(readFileSync(file, 'utf8')));
    expect(words.length).toBeGreaterThan(500);
    expect(words.filter((text) => avoided[language].test(text))).toEqual([]);
    expect(words.filter((text) => PLANS.test(text))).toEqual([]);
  });
});
