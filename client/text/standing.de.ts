import type { StandingCopy } from './standing.en.ts';

export const standingDe: StandingCopy = {
  standing: {
    cannotUse: (plan) => `Sie können ${plan} nicht nutzen`,
    goesOn: (plan, date) => `Wenn Sie nichts tun, beginnt ${plan} am ${date} von neuem.`,
    usesOther: (plan) => `${plan} können Sie weiterhin nutzen.`,
    listPrice: (price) =>
      `Der Tarif kostet ${price}. Rabatte gehen davon ab, und der genaue Betrag steht mit der Rechnung fest.`,
    awaited: (plan) =>
      `Ihre Bank ist am Zug: Eine Lastschrift dauert meist 3 bis 5 Bankarbeitstage. ${plan} beginnt, sobald die erste Zahlung da ist. Sie müssen nichts tun.`,
    firstFailed: (plan) =>
      `Die erste Zahlung ist fehlgeschlagen, deshalb hat ${plan} nicht begonnen. Holen Sie sie unter „Abrechnung verwalten“ nach oder wählen Sie erneut einen Tarif.`,
    unknownKept: (plan, date) =>
      `Der Zahlungsanbieter meldet einen Tarif, den wir nicht kennen. ${plan} bleibt Ihnen bis ${date}. Bitte wenden Sie sich an den Support.`,
    pausedEnds: (plan, date) => `${plan} ist pausiert und zum ${date} gekündigt. Dafür wird nichts mehr berechnet.`,
    pastDueBeside: (date) => `Ohne Zahlung bis ${date} endet es; was Sie sonst haben, läuft weiter.`,
    pastDueOther: (plan, used) => `${plan} ist nicht bezahlt. ${used} können Sie trotzdem nutzen.`,
    organisation: (plan) => `Sie nutzen ${plan} über Ihre Organisation.`,
    organisationTitle: 'Tarif Ihrer Organisation',
    organisationAsk: 'Wechseln oder kündigen kann, wer dort dafür zuständig ist.',
    organisationManage: 'Tarif und Zahlungen Ihrer Organisation',
    organisationFree: 'Ihre Organisation hat keinen eigenen Tarif.',
    organisationUnasked: (free) => `Ihre Organisation nutzt ${free}.`,
    renews: (plan, date, money) => `${plan} verlängert sich am ${date}${money && ` für ${money}`}.`,
    trialEnds: (plan, date, money) => `${plan} ist bis ${date} kostenlos${money && ` und kostet danach ${money}`}.`,
    ends: (plan, date) => `${plan} endet am ${date}. Es wird nicht mehr berechnet.`,
    uncollected: (plan, date) => `${plan} verlängert sich am ${date}, und dafür wird dann nichts berechnet.`,
    uncollectedOn: (date) => `verlängert sich am ${date}, dann wird nichts berechnet`,
    paysOn: (plan) => `Für ${plan} zahlen Sie weiter wie bisher.`,
    rests: (plan) => `${plan} wird zurzeit nicht berechnet.`,
    seats: (count) => (count === 1 ? '1 Platz' : `${count} Plätze`),
    yoursUntil: (date) => `Gehört Ihnen bis ${date}`,
    yours: 'Gehört Ihnen auf Dauer',
    yoursName: (plan) => `Sie haben ${plan}`,
    byOrganisation: 'Über Ihre Organisation',
    included: (plan) => `In ${plan} enthalten`,
    extend: (date) => `Bis ${date} verlängern`,
    extendName: (plan, date) => `${plan} bis ${date} verlängern`,
    extendTerms: (price) => `${price}, einmalig. Kein Tag, den Sie haben, geht verloren.`,
    first: {
      pay: {
        text: 'Erst die Zahlung nachholen',
        terms:
          'Ihre letzte Zahlung ist fehlgeschlagen. Danach können Sie den Tarif wechseln; kündigen können Sie jederzeit.',
      },
      resume: { text: 'Erst den Tarif fortsetzen', terms: 'Ihr Tarif ist gekündigt. Danach können Sie wechseln.' },
      unpause: { text: 'Erst den Tarif weiterführen', terms: 'Ihr Tarif ist pausiert. Danach können Sie wechseln.' },
    },
    besideOwn: (plan) => `Sie haben ${plan} bereits. Was Sie hier kaufen, wird zusätzlich berechnet.`,
  },
};
