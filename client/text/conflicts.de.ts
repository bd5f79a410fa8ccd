import type { ConflictsCopy } from './conflicts.en.ts';

export const conflictsDe: ConflictsCopy = {
  conflicts: {
    ending: (date) =>
      `Ihr Tarif ist gekündigt${date && ` und endet am ${date}`}. Setzen Sie ihn in der Übersicht fort und wechseln Sie dann.`,
    past_due: () =>
      'Ihre letzte Zahlung ist fehlgeschlagen. Holen Sie sie in der Übersicht nach und wechseln Sie dann.',
    paused: () => 'Ihr Tarif ist pausiert. Führen Sie ihn in der Übersicht weiter und wechseln Sie dann.',
    not_ending: () => 'Ihr Tarif ist nicht gekündigt: Es gibt nichts fortzusetzen. Er läuft weiter wie bisher.',
    not_paused: () => 'Ihr Tarif ist nicht pausiert: Es gibt nichts weiterzuführen. Er läuft weiter wie bisher.',
    nothing_scheduled: () => 'Es ist keine Änderung geplant, die Sie zurücknehmen könnten.',
    pause_scheduled: (date) => `Eine Pause ist schon geplant${date && `, ab dem ${date}`}. Es wurde nichts geändert.`,
    same_plan: () => 'Diesen Tarif haben Sie bereits, mit dieser Zahlungsweise und dieser Zahl von Plätzen.',
    not_sold: () => 'Diesen Tarif gibt es nicht mit dieser Zahlungsweise. Wählen Sie auf der Tarifseite einen anderen.',
    unknown_plan: () =>
      'Der Zahlungsanbieter meldet einen Tarif, den wir nicht kennen; was ein Wechsel kostet, können wir darum nicht sagen. Bitte wenden Sie sich an den Support.',
    not_by_seats: () => 'Dieser Tarif wird nicht nach Plätzen verkauft, ihre Zahl lässt sich nicht ändern.',
    plan_with_seats: () =>
      'Bei diesem Zahlungsanbieter ändern sich Tarif und Plätze nacheinander. Ändern Sie zuerst eines davon.',
    shorter_interval: (date) =>
      `Diesen Wechsel kann der Zahlungsanbieter nicht vormerken. Kündigen Sie zum Ende des Zeitraums und wählen Sie den anderen Tarif ${date ? `nach dem ${date}` : 'danach'}.`,
    preview_expired: () =>
      'Die angezeigten Kosten gelten nicht mehr. Es wurde nichts geändert: Sehen Sie die neuen Kosten an und bestätigen Sie noch einmal.',
    scheduled_elsewhere: () =>
      'Änderungen Ihres Tarifs wurden außerhalb dieser Seite geplant. Kündigen können Sie ihn hier trotzdem; für jede andere Änderung wenden Sie sich bitte an den Support.',
    provider_refused: () =>
      'Der Zahlungsanbieter hat die Änderung abgelehnt, und es wurde nichts geändert. Versuchen Sie es später noch einmal oder wenden Sie sich an den Support.',
  },
};
