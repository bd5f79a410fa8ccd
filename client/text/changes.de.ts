import type { ChangesCopy } from './changes.en.ts';
import { conflictsDe } from './conflicts.de.ts';

export const changesDe: ChangesCopy = {
  ...conflictsDe,
  changePlan: {
    title: 'Tarif wechseln',
    none: 'In diesem Konto gibt es keinen aktiven Tarif, den Sie wechseln könnten.',
    back: 'Zurück zur Übersicht',
    currentPlan: 'Aktueller Tarif',
    newPlan: 'Neuer Tarif',
    asking: 'Die Kosten des Wechsels werden ermittelt …',
    dropsPause: 'Die geplante Pause entfällt.',
    atOnce: (plan) =>
      `${plan} beginnt, sobald Sie bestätigen. Was jetzt fällig ist, wird über Ihre übliche Zahlungsart abgebucht: der neue Preis für den Rest des Abrechnungszeitraums, abzüglich des dafür schon Bezahlten. Schlägt die Zahlung fehl, bleibt Ihr Tarif unverändert.`,
    atOnceAnew: (plan) =>
      `${plan} beginnt, sobald Sie bestätigen, und mit ihm ein neuer Abrechnungszeitraum. Was jetzt fällig ist, wird über Ihre übliche Zahlungsart abgebucht: dessen Preis, abzüglich dessen, was Sie bezahlt und noch nicht verbraucht haben. Schlägt die Zahlung fehl, bleibt Ihr Tarif unverändert.`,
    inTrial: (plan) =>
      `${plan} beginnt, sobald Sie bestätigen. Ihre Testphase läuft weiter, und vor ihrem Ende wird nichts berechnet.`,
    endsTrial: (plan) =>
      `${plan} beginnt, sobald Sie bestätigen. Dessen Testphase wäre schon vorbei: Ihre endet, und der erste Zeitraum wird berechnet.`,
    later: (now, next, date) =>
      `Was Sie bezahlt haben, ${now}, behalten Sie bis ${date}. Dann beginnt ${next}. Bis dahin können Sie den Wechsel zurücknehmen.`,
    discounted:
      'Von dem, was jetzt fällig ist, geht Ihr Rabatt ab. Den Betrag berechnet der Zahlungsanbieter, wenn Sie bestätigen.',
    estimate: 'Den genauen Betrag ermittelt der Zahlungsanbieter, wenn Sie bestätigen.',
    notPossible: 'Dieser Wechsel ist zurzeit nicht möglich. Es wurde nichts geändert.',
    declined:
      'Die Zahlung ist fehlgeschlagen, Ihr Tarif bleibt unverändert. Prüfen Sie Ihre Zahlungsart unter „Abrechnung verwalten“.',
    same: 'Diesen Tarif haben Sie bereits.',
    notOffered: 'Dieser Tarif ist nicht erhältlich. Wählen Sie auf der Tarifseite einen anderen.',
    confirm: 'Wechsel bestätigen',
    confirmAndPay: (sum) => `Wechsel bestätigen und ${sum} zahlen`,
    confirming: 'Ihr Tarif wird gewechselt …',
    failed: 'Die Änderung konnte nicht bestätigt werden. Ihre Übersicht zeigt den aktuellen Tarif.',
    notes: {
      willEnd: (plan, date) => `${plan} endet am ${date}.`,
      resumed: (plan) => `${plan} läuft weiter wie bisher.`,
      changed: (plan, interval) => `Ihr Tarif ist jetzt ${plan}, ${interval.toLowerCase()}.`,
      charged: (money) => `Abgebucht wurden ${money}.`,
      scheduled: (plan, date) => `Ihr Tarif wechselt am ${date} zu ${plan}.`,
      paused: (plan) => `${plan} ist pausiert.`,
      pauseScheduled: (plan, date) => `${plan} pausiert ab dem ${date}.`,
      onItsWay: 'Ihre Änderung wurde angenommen. Sie erscheint hier, sobald sie bestätigt ist.',
    },
  },
  former: {
    title: 'Diesen Tarif rechnet ein Unternehmen ab, mit dem wir nicht mehr zusammenarbeiten',
    text: 'Wir können ihn hier weder ändern noch kündigen, und er verlängert sich dort, bis Sie ihn kündigen. Melden Sie sich auf der Seite dieses Unternehmens mit der E-Mail-Adresse an, mit der Sie gekauft haben; auch seine Belege in Ihrer Post führen dorthin.',
    after: 'Sobald er geendet hat, wählen Sie hier einen Tarif.',
    link: 'Auf der Seite des Unternehmens kündigen',
    deleteAfter: 'Sobald er geendet hat, können Sie Ihre Daten hier löschen.',
  },
  several: {
    title: (count) => `Sie haben ${count} Abos`,
    charged: 'Jedes davon wird berechnet.',
    lead: 'Jedes davon wird berechnet. Wählen Sie, welches Sie behalten: Die anderen enden mit der bezahlten Zeit.',
    next: (money, date) => (money ? `nächste Abbuchung ${money} am ${date}` : `nächste Abbuchung am ${date}`),
    late: (money, date) => `${money || 'Verlängerung'} am ${date} erwartet, noch nicht abgebucht`,
    due: (money) => (money ? `${money} sind jetzt fällig` : 'die letzte Abbuchung ist jetzt fällig'),
    paused: 'pausiert, dafür wird nichts berechnet',
    pauses: (date) => `pausiert ab ${date}, dann wird dafür nichts berechnet`,
    ends: (date) => `endet am ${date}, dafür wird nichts mehr berechnet`,
    endsLater: (date) => `endet am ${date}`,
    keep: (plan) => `Nur ${plan} behalten`,
    keepTitle: (plan) => `Nur ${plan} behalten?`,
    keepEnds: (plan, date) =>
      `${plan} endet am ${date}. Es wird nicht mehr berechnet, und was dafür bezahlt wurde, wird nicht erstattet.`,
    keepEndsNow: (plan) => `${plan} endet sofort.`,
    goesOn: (plan, next) => `${plan} läuft weiter: ${next}.`,
    keepAll: 'Nichts ändern',
    failed:
      'Die anderen konnten nicht beendet werden. Es wurde nichts oder nur ein Teil geändert: Bitte versuchen Sie es noch einmal.',
    ended: (plan) => `Ihr zweites Abo, ${plan}, wurde beendet`,
    refunded: (amount) =>
      `Sie haben es auf einer Seite gekauft, die Ihre nächste Wahl ersetzt hatte. Sie bekommen ${amount} auf dem Zahlungsweg zurück.`,
    notCharged:
      'Sie haben es auf einer Seite gekauft, die Ihre nächste Wahl ersetzt hatte. Dafür wurde nichts berechnet.',
    replaced: (plan) => `Ihre Bestellung von ${plan} gilt nicht mehr`,
    replacedBy: (choice) => `${choice ?? 'Eine andere Wahl von Ihnen'} ist an ihre Stelle getreten.`,
    replacedOpen: 'Ist ihre Seite noch in einem anderen Tab offen, schließen Sie sie, ohne zu bezahlen.',
    replacedClosed: 'Ihre Seite kann nicht mehr bezahlt werden.',
  },
  pendingPayment: {
    title: 'Eine Zahlung ist unterwegs',
    lead: (plan, date) =>
      `Sie haben am ${date} ${plan} gewählt, und die erste Zahlung ist noch nicht eingegangen. Eine Lastschrift kann einige Tage dauern.`,
    wait: 'Auf die Zahlung warten',
    waitText: (plan) => `${plan} beginnt, sobald die Zahlung eingeht. Sie müssen nichts weiter tun.`,
    end: (plan) => `Beenden und ${plan} wählen`,
    endSame: 'Beenden und neu beginnen',
    endText: (plan) =>
      `${plan} wird jetzt beendet, damit Sie nicht doppelt zahlen. Führt Ihre Bank die Zahlung trotzdem aus, wenden Sie sich bitte an den Support.`,
    ending: (plan) => `${plan} wird beendet …`,
    failed: (plan) => `${plan} konnte nicht beendet werden. Es wurde nichts geändert und nichts anderes gekauft.`,
    none: 'Es ist keine Zahlung mehr unterwegs. Ihre Übersicht zeigt, was Sie haben.',
  },
  scheduledChange: {
    plan: (plan, date) => `${plan} ab dem ${date}`,
    terms: (now, price) => `Bis dahin behalten Sie ${now}${price && `, danach zahlen Sie ${price}`}.`,
    pause: (plan, date) => `${plan} pausiert ab dem ${date}`,
    undo: (plan) => `${plan} behalten`,
    lapsed: (plan) => `Der geplante Wechsel zu ${plan} entfällt, weil sich Ihr Abo seither geändert hat.`,
    pauseLapsed: (plan) => `Die geplante Pause von ${plan} entfällt, weil sich Ihr Abo seither geändert hat.`,
  },
  pausePlan: {
    title: (plan) => `${plan} pausieren?`,
    now: (plan, free) =>
      `Die Pause beginnt, sobald Sie bestätigen. Währenddessen hat Ihr Konto den Umfang von ${free}, und ${plan} wird nicht berechnet.`,
    later: (plan, date, free) =>
      `${plan} bleibt Ihnen bis ${date}. Danach hat Ihr Konto den Umfang von ${free}, und es wird nichts berechnet.`,
    nowKept: (plan) =>
      `Die Pause beginnt, sobald Sie bestätigen. ${plan} bleibt Ihnen währenddessen und wird nicht berechnet, bis Sie den Tarif weiterführen.`,
    laterKept: (plan, date) =>
      `Die Pause beginnt am ${date}. ${plan} bleibt Ihnen währenddessen und wird nicht berechnet, bis Sie den Tarif weiterführen.`,
    nowBeside: (plan) =>
      `Die Pause beginnt, sobald Sie bestätigen. ${plan} wird nicht berechnet, bis Sie den Tarif weiterführen.`,
    laterBeside: (plan, date) =>
      `${plan} bleibt Ihnen bis ${date}. Danach wird der Tarif nicht berechnet, bis Sie ihn weiterführen.`,
    lost: (plan, date) => `${plan} ist bis zum ${date} bezahlt: Was davon übrig ist, verfällt.`,
    uncredited: (plan, date) =>
      `${plan} ist bis zum ${date} bezahlt: Was davon übrig ist, wird nicht verrechnet, wenn Sie den Tarif weiterführen.`,
    credited: (plan, date) =>
      `${plan} ist bis zum ${date} bezahlt: Was davon übrig ist, wird mit der nächsten Rechnung verrechnet, wenn Sie den Tarif weiterführen.`,
    resumable: 'Sie können den Tarif jederzeit weiterführen.',
    confirm: 'Tarif pausieren',
  },
  cancelPlan: {
    title: (plan) => `${plan} kündigen?`,
    keeps: (plan, date) => `${plan} bleibt Ihnen bis ${date}.`,
    ends: (plan, date) => `${plan} endet am ${date}.`,
    free: (free) => `Danach wechselt Ihr Konto zu ${free}.`,
    charge: 'Ihnen wird nichts mehr berechnet.',
    chargeOf: (plan) => `${plan} wird nicht mehr berechnet.`,
    notRefunded: 'Der laufende Abrechnungszeitraum wird nicht erstattet.',
    trialCharge: 'Am Ende der Testphase wird Ihnen nichts berechnet.',
    trialChargeOf: (plan) => `${plan} wird am Ende der Testphase nicht berechnet.`,
    due: 'Die fällige Zahlung wird weiter eingezogen, danach wird nichts mehr berechnet.',
    dueOf: (plan) => `Die fällige Zahlung für ${plan} wird weiter eingezogen, danach wird dafür nichts mehr berechnet.`,
    others: (count) =>
      count === 1
        ? 'Ihr anderes Abo läuft weiter und wird wie bisher berechnet.'
        : `Ihre ${count} anderen Abos laufen weiter und werden wie bisher berechnet.`,
    drops: {
      plan: 'Der geplante Tarifwechsel entfällt.',
      pause: 'Die geplante Pause entfällt.',
      elsewhere:
        'Was wir für Ihren Tarif nach diesem Tag vorgesehen hatten, ruht. Es gilt wieder, wenn Sie den Tarif fortsetzen.',
    },
    resumable: 'Bis zu diesem Tag können Sie den Tarif jederzeit fortsetzen.',
    confirm: 'Zum Ende des Zeitraums kündigen',
    keep: (plan) => `${plan} behalten`,
  },
};
