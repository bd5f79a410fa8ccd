import { describe, expect, it } from 'vitest';
import { serverWordsDe } from '../text/serverWords.de.ts';
import { asSaid, inOwnWords, planWords } from './serverWords.ts';

const { actors, differences, remarks, steps, stops } = serverWordsDe;

describe('inOwnWords', () => {
  it.each([
    [remarks, 'not newer than what was applied', 'nicht neuer als das bereits Angewandte'],
    [remarks, 'the database refused it (22P02)', 'von der Datenbank abgelehnt (22P02)'],
    [remarks, 'several plans: a, b (the highest counts)', 'mehrere Tarife: a, b (der höchste zählt)'],
    [remarks, 'ended by command of root: closed; twice', 'beendet durch Befehl von root: closed; twice'],
    [steps, 'checkout of solo (month) at alpha', 'Kauf von solo (monatlich) bei alpha begonnen'],
    [steps, 'invoice.paid from alpha, 3 times', 'invoice.paid von alpha, 3-mal'],
    [
      steps,
      'solo given until 2027-01-01T00:00:00.000Z by operator x7',
      'solo gegeben bis 2027-01-01T00:00:00.000Z, Betrieb (x7)',
    ],
    [differences, 'active, cancels at period end', 'aktiv, endet mit dem Zeitraum'],
    [differences, 'solo at alpha, team at beta', 'solo bei alpha, team bei beta'],
    [actors, 'operator x7', 'Betrieb (x7)'],
    [
      stops,
      '4 of 9 live subscriptions and 0 of 7 customers are unknown to alpha, but --yes-end confirmed 3: nothing was ended',
      '4 von 9 laufenden Abos und 0 von 7 Kunden sind alpha unbekannt; --yes-end bestätigte aber 3',
    ],
  ])('%#: %s', (words, sentence, said) => {
    expect(inOwnWords(sentence, words)).toBe(said);
  });

  it.each([
    ['steps', 'enterprise given by operator x7', 'Großkunden gegeben, Betrieb (x7)', 'Großkunden given by operator x7'],
    [
      'steps',
      'checkout of pro (month) at alpha',
      'Kauf von Profi (monatlich) bei alpha begonnen',
      'checkout of Profi (month) at alpha',
    ],
    [
      'remarks',
      'several plans: pro, enterprise (the highest counts)',
      'mehrere Tarife: Profi, Großkunden (der höchste zählt)',
      'several plans: Profi, Großkunden (the highest counts)',
    ],
    ['differences', 'pro at alpha, team at beta', 'Profi bei alpha, team bei beta', 'Profi at alpha, team at beta'],
    ['differences', 'unknown', '?', '?'],
    ['differences', 'pro year', 'Profi, jährlich', 'Profi year'],
  ] as const)('names plans by their names in both languages: %s, %s', (...[subject, sentence, german, english]) => {
    const called: Record<string, string> = { pro: 'Profi', enterprise: 'Großkunden' };
    const names = planWords(Object.keys(called), (plan) => called[plan] ?? '?');
    expect(inOwnWords(sentence, { ...names, ...serverWordsDe[subject] })).toBe(german);
    expect(inOwnWords(sentence, { ...names, ...asSaid(serverWordsDe)[subject] })).toBe(english);
  });

  it.each(['Your card was declined.', 'constructor', 'toString', '{} mode', ''])('leaves %j', (sentence) => {
    expect(inOwnWords(sentence, remarks)).toBe(sentence);
  });

  it('names the same number of things in every sentence', () => {
    const all = Object.values(serverWordsDe).flatMap((words) => Object.entries(words));
    const differ = all.filter(([ours, said]) => ours.split('{}').length !== said.split('{}').length);
    expect(differ).toEqual([]);
    expect(all.length).toBeGreaterThan(80);
  });
});
