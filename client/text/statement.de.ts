import type { StatementCopy } from './statement.en.ts';

export const statementDe: StatementCopy = {
  statement: {
    free: (free) => `Sie nutzen ${free}. Es wird nichts berechnet.`,
    freeUnasked: (free) => `Sie nutzen ${free}.`,
    changes: (plan, next, date) => `Aus ${plan} wird am ${date} ${next}.`,
    forMoney: (money) => `Von da an kostet es ${money}.`,
    pauses: (plan, date) => `${plan} pausiert ab dem ${date}. Dann wird es nicht berechnet.`,
    late: (plan, date) => `${plan} sollte sich am ${date} verlängern. Die Verlängerung ist noch nicht da.`,
    dueBy: (plan, money, date) =>
      `${money ? `${money} für ${plan} sind` : `Die letzte Abbuchung für ${plan} ist`} offen. Bis ${date} bleibt es Ihnen.`,
    due: (plan, money) => (money ? `${money} für ${plan} sind offen.` : `Die letzte Abbuchung für ${plan} ist offen.`),
    cannotUse: (plan) => `Sie können ${plan} nicht nutzen.`,
    paused: (plan) => `${plan} ist pausiert und wird erst wieder berechnet, wenn Sie es weiterführen.`,
    awaited: (plan, money) => `Die Zahlung ${money && `von ${money} `}für ${plan} ist bei Ihrer Bank unterwegs.`,
    firstFailed: (plan) => `Die erste Zahlung für ${plan} ist fehlgeschlagen.`,
    paidLeft: (plan, date) => `${plan} bleibt Ihnen bis ${date}. Es verlängert sich nicht.`,
    ended: (plan, date) => `${plan} ist am ${date} ausgelaufen.`,
    unknownPlan: 'Den Tarif, für den Sie zahlen, kennen wir nicht.',
    unknownStatus: (plan) => `Wir wissen nicht, ob ${plan} weiterläuft.`,
    endsOn: (date) => `Es endet am ${date}.`,
    price: 'Preis',
    seats: 'Plätze',
    includes: 'Sie können nutzen',
    pay: (money) => `${money} bezahlen`,
    continueFor: (money) => `Für ${money} weiterführen`,
    support: 'Support fragen',
  },
};
