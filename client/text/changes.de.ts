import type { ChangesCopy } from './changes.en.ts';

export const changesDe: ChangesCopy = {
  changePlan: {
    title: 'Tarif wechseln',
    none: 'Es läuft kein Tarif, der gewechselt werden könnte.',
    back: 'Zurück zur Übersicht',
    currentPlan: 'Jetziger Tarif',
    newPlan: 'Neuer Tarif',
    proRata:
      'Der Unterschied für den Rest des laufenden Zeitraums wird jetzt anteilig von unserem Zahlungsanbieter berechnet, über Ihre übliche Zahlungsart. Schon Bezahltes wird angerechnet.',
    ending:
      'Ihr jetziger Tarif ist gekündigt; sehen Sie nach dem Wechsel in der Übersicht nach, ob auch der neue endet.',
    same: 'Diesen Tarif haben Sie bereits.',
    notOffered: 'Dieser Tarif ist nicht erhältlich. Wählen Sie auf der Seite der Tarife einen anderen.',
    confirming: 'Ihr Tarif wird gewechselt …',
    failed: 'Die Änderung ließ sich nicht bestätigen. Ihre Übersicht zeigt, was jetzt gilt.',
    notes: {
      willEnd: (plan, date) => `${plan} endet am ${date}.`,
      resumed: (plan) => `${plan} läuft weiter wie bisher.`,
      changed: (plan, interval) => `Ihr Tarif ist jetzt ${plan}, ${interval.toLowerCase()}.`,
      onItsWay: 'Ihre Änderung wurde angenommen. Diese Seite zeigt sie, sobald sie eintrifft.',
    },
  },
  cancelPlan: {
    title: (plan) => `${plan} kündigen?`,
    keeps: (plan, date) => `${plan} bleibt Ihnen bis ${date}. Danach gilt wieder Free.`,
    charge: 'Es wird nichts mehr berechnet; für den laufenden Zeitraum wird nichts erstattet.',
    trialCharge: 'Am Ende der Testphase wird nichts berechnet.',
    resumable: 'Bis zu diesem Tag können Sie den Tarif fortsetzen, und alles bleibt beim Alten.',
    confirm: 'Zum Ende des Zeitraums kündigen',
    keep: (plan) => `${plan} behalten`,
  },
};
