import type { NeedsCopy } from './needs.en.ts';

export const needsDe: NeedsCopy = {
  heading: (things, count) => `${things} ${count === 1 ? 'wartet' : 'warten'} auf Sie.`,
  total: (count) => (count === 1 ? '1 Sache' : `${count} Sachen`),
  none: 'Nichts wartet auf Sie.',
  since: (date) => `Seit ${date}.`,
  compared: (time, what) => `Mit dem Anbieter verglichen am ${time}: ${what}.`,
  neverCompared: 'Noch nie mit dem Anbieter verglichen: Hier steht nur, was der Dienst selbst bemerkt hat.',
  kinds: {
    disputes: {
      things: (count) => (count === 1 ? '1 Zahlung' : `${count} Zahlungen`),
      said: (things, count) => `${things} ${count === 1 ? 'ist' : 'sind'} bei einer Bank angefochten.`,
      why: 'Ohne rechtzeitige Antwort ist das Geld verloren.',
      action: 'Ansehen',
    },
    duplicates: {
      things: (count) => (count === 1 ? '1 Person' : `${count} Personen`),
      said: (things, count) => `${things} ${count === 1 ? 'hat' : 'haben'} zwei Abos.`,
      why: 'Beide werden berechnet, bis eines behalten wird.',
      action: 'Entscheiden',
    },
    requests: {
      things: (count) => (count === 1 ? '1 Anfrage' : `${count} Anfragen`),
      said: (things, count) => `${things} ${count === 1 ? 'wartet' : 'warten'} auf Antwort.`,
      why: 'Kündigungen und Widerrufe: Es zählt der Tag, an dem sie kamen.',
      action: 'Antworten',
    },
    held: {
      things: (count) => (count === 1 ? '1 Erstattung' : `${count} Erstattungen`),
      said: (things, count) => `${things} ${count === 1 ? 'ist' : 'sind'} angehalten.`,
      why: 'Innerhalb einer Stunde waren viele Personen betroffen.',
      action: 'Ansehen',
    },
    late: {
      things: (count) => (count === 1 ? '1 Zahlung' : `${count} Zahlungen`),
      said: (things, count) => `${things} ${count === 1 ? 'kam' : 'kamen'}, nachdem das Konto gelöscht war.`,
      why: 'Vielleicht muss das Geld zurück.',
      action: 'Entscheiden',
    },
    failed: {
      things: (count) => (count === 1 ? '1 Zustellung' : `${count} Zustellungen`),
      said: (things, count) => `${things} ${count === 1 ? 'ist' : 'sind'} fehlgeschlagen.`,
      why: 'Was der Anbieter darin sagt, steht noch nicht in den Daten.',
      action: 'Ansehen',
    },
    unmatched: {
      things: (count) => (count === 1 ? '1 Zustellung' : `${count} Zustellungen`),
      said: (things, count) => `${things} ${count === 1 ? 'gehört' : 'gehören'} hier niemandem.`,
      why: 'Der Kunde hat hier kein Konto.',
      action: 'Ansehen',
    },
    failing: {
      things: (count) => (count === 1 ? '1 Aufgabe' : `${count} Aufgaben`),
      said: (things, count) => `${things} ${count === 1 ? 'schlägt' : 'schlagen'} fehl.`,
      why: 'Ein neuer Versuch folgt von selbst.',
      action: 'Ansehen',
    },
    aside: {
      things: (count) => (count === 1 ? '1 Vorgang' : `${count} Vorgänge`),
      said: (things, count) => `${things} ${count === 1 ? 'schlägt' : 'schlagen'} immer wieder fehl.`,
      why: 'Weitere Versuche folgen, aber selten.',
      action: 'Ansehen',
    },
    differences: {
      things: (count) => (count === 1 ? '1 Eintrag' : `${count} Einträge`),
      said: (things, count) => `${things} ${count === 1 ? 'weicht von dem' : 'weichen von denen'} des Anbieters ab.`,
      why: 'Der letzte Vergleich hat das so gelassen.',
      action: 'Ansehen',
    },
    shared: {
      things: (count) => (count === 1 ? '1 Konto' : `${count} Konten`),
      said: (things, count) =>
        `${things} ${count === 1 ? 'hat' : 'haben'} die Adresse an ein anderes Konto verloren und noch einen Tarif.`,
      why: 'Vielleicht gehören beide einer Person.',
      action: 'Entscheiden',
    },
  },
};
