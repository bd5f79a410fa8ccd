import type { ChangesCopy } from './changes.en.ts';

export const changesDe: ChangesCopy = {
  changePlan: {
    title: 'Tarif wechseln',
    none: 'Sie haben keinen aktiven Tarif, den Sie wechseln könnten.',
    back: 'Zurück zur Übersicht',
    currentPlan: 'Aktueller Tarif',
    newPlan: 'Neuer Tarif',
    proRata:
      'Der Unterschied wird jetzt anteilig für den Rest des Abrechnungszeitraums über Ihre übliche Zahlungsart abgebucht. Bereits Bezahltes wird angerechnet.',
    ending: 'Ihr aktueller Tarif ist gekündigt. Prüfen Sie nach dem Wechsel in der Übersicht, ob auch der neue endet.',
    same: 'Diesen Tarif haben Sie bereits.',
    notOffered: 'Dieser Tarif ist nicht erhältlich. Wählen Sie auf der Tarifseite einen anderen.',
    confirming: 'Ihr Tarif wird gewechselt …',
    failed: 'Die Änderung konnte nicht bestätigt werden. Ihre Übersicht zeigt den aktuellen Tarif.',
    notes: {
      willEnd: (plan, date) => `${plan} endet am ${date}.`,
      resumed: (plan) => `${plan} läuft weiter wie bisher.`,
      changed: (plan, interval) => `Ihr Tarif ist jetzt ${plan}, ${interval.toLowerCase()}.`,
      onItsWay: 'Ihre Änderung wurde angenommen. Sie erscheint hier, sobald sie bestätigt ist.',
    },
  },
  several: {
    title: (count) => `Sie haben ${count} Abonnements`,
    lead: 'Jedes davon wird berechnet. Wählen Sie das, welches Sie behalten: Die anderen enden mit der bezahlten Zeit.',
    next: (date) => `nächste Abbuchung am ${date}`,
    ends: (date) => `endet am ${date}, dafür wird nichts mehr berechnet`,
    keep: (plan) => `Nur ${plan} behalten`,
    failed:
      'Die anderen konnten nicht beendet werden. Es wurde nichts oder nur ein Teil geändert: Bitte versuchen Sie es noch einmal.',
    ended: (plan) => `Ihr zweites Abonnement, ${plan}, wurde beendet`,
    refunded: (amount) =>
      `Sie haben es auf einer Seite gekauft, die Ihre nächste Wahl ersetzt hatte. ${amount} gehen auf Ihre Karte zurück.`,
    notCharged:
      'Sie haben es auf einer Seite gekauft, die Ihre nächste Wahl ersetzt hatte. Dafür wurde nichts berechnet.',
  },
  cancelPlan: {
    title: (plan) => `${plan} kündigen?`,
    keeps: (plan, date) => `${plan} bleibt Ihnen bis ${date}. Danach wechselt Ihr Konto zu Free.`,
    charge: 'Ihnen wird nichts mehr berechnet. Der laufende Abrechnungszeitraum wird nicht erstattet.',
    trialCharge: 'Am Ende der Testphase wird Ihnen nichts berechnet.',
    resumable: 'Bis zu diesem Tag können Sie den Tarif jederzeit fortsetzen.',
    confirm: 'Zum Ende des Zeitraums kündigen',
    keep: (plan) => `${plan} behalten`,
  },
};
