import { passwordLimits } from '../views/passwordLimits.ts';
import { addressesDe } from './addresses.de.ts';
import { changesDe } from './changes.de.ts';
import { checkoutDe } from './checkout.de.ts';
import { loginDe } from './login.de.ts';
import type { PageCopy } from './pages.en.ts';
import { paymentsDe } from './payments.de.ts';
import { settingsDe } from './settings.de.ts';
import { socialDe } from './social.de.ts';
import { statementDe } from './statement.de.ts';

export const pagesDe: PageCopy = {
  sides: {
    label: (name) => `Für wen: ${name}`,
    you: (plan) => (plan ? `Sie · ${plan}` : 'Sie'),
    organisation: (plan) => `Organisation · ${plan}`,
  },
  account: {
    signUpTitle: 'Konto anlegen',
    signUpLead: 'Für Tarif, Zahlungen und Belege.',
    signInTitle: 'Anmelden',
    signInLead: 'Um Tarif, Zahlungen und Belege zu verwalten.',
    name: 'Name',
    email: 'E-Mail',
    password: 'Passwort',
    passwordHint: `Mindestens ${passwordLimits.shortest} Zeichen`,
    showPassword: 'Passwort anzeigen',
    createAccount: 'Konto anlegen',
    signIn: 'Anmelden',
    haveAccount: 'Schon ein Konto?',
    noAccount: 'Noch kein Konto?',
    ended: 'Ihre Sitzung ist abgelaufen. Melden Sie sich erneut an, um fortzufahren.',
    forPlan: (plan) => `Danach geht es direkt zurück zu ${plan}.`,
    errors: {
      name: 'Geben Sie Ihren Namen ein.',
      email: 'Geben Sie eine E-Mail-Adresse ein, etwa name@example.com.',
      password: 'Geben Sie Ihr Passwort ein.',
      passwordShort: `Verwenden Sie mindestens ${passwordLimits.shortest} Zeichen.`,
      passwordLong: `Verwenden Sie höchstens ${passwordLimits.longest} Zeichen.`,
      passwordCommon: 'Dieses Passwort ist zu leicht zu erraten. Wählen Sie ein anderes.',
      taken: 'Zu dieser E-Mail-Adresse gibt es bereits ein Konto. Melden Sie sich an.',
      mismatch: 'E-Mail oder Passwort ist falsch.',
    },
  },
  dashboard: {
    title: 'Übersicht',
    plan: 'Ihr Tarif',
    payments: 'Zahlungen',
    asking: 'Der Zahlungsanbieter wird gefragt …',
    away: 'Der Zahlungsanbieter ist gerade nicht erreichbar',
    awayText:
      'Das hier ist uns bekannt. Was Sie in den letzten Minuten gekauft oder beendet haben, fehlt möglicherweise.',
    badges: {
      active: 'Aktiv',
      trial: 'Testphase',
      past_due: 'Überfällig',
      cancels: (date) => `Endet am ${date}`,
      ended: 'Beendet',
      paused: 'Pausiert',
      no_access: 'Kein Zugang',
      refunded: 'Erstattet',
      disputed: 'Angefochten',
      awaited: 'Warten auf Ihre Bank',
      first_failed: 'Zahlung fehlgeschlagen',
      paid_left: 'Beendet',
      unknown_plan: 'Unbekannter Tarif',
      unknown_status: 'Unbekannter Status',
    },
    per: { month: 'pro Monat', year: 'pro Jahr' },
    amountLater: 'Der Betrag steht mit der nächsten Rechnung fest.',
    discount: (amount, regular, until) =>
      until ? `${amount} statt ${regular} bis ${until}` : `${amount} statt ${regular}`,
    lastDiscount: (amount, regular) => `Ihre letzte Rechnung: ${amount} statt ${regular}`,
    cancelsNote: (plan, date, free) =>
      `Danach wechselt Ihr Konto zu ${free}. Bis ${date} können Sie ${plan} fortsetzen.`,
    cancelsBeside: (plan, date) => `Bis ${date} können Sie ${plan} fortsetzen.`,
    endedNote: (free) => `Ihr Konto nutzt ${free}.`,
    pausedNote: (free) => `Bis dahin hat Ihr Konto den Umfang von ${free}.`,
    pausedKept: (plan) => `${plan} bleibt Ihnen trotzdem.`,
    paidLeft: 'Es wird nichts mehr berechnet.',
    paidLeftFree: (date, free) => `Nach dem ${date} wechselt Ihr Konto zu ${free}.`,
    refundedNote: 'Ihre letzte Zahlung wurde erstattet.',
    disputedNote: 'Ihre letzte Zahlung wurde bei Ihrer Bank angefochten.',
    unknownPlanNote:
      'Der Zahlungsanbieter meldet einen Tarif, den wir nicht kennen. Er schaltet noch nichts frei. Bitte wenden Sie sich an den Support.',
    unknownStatusNote: (status) => `Der Zahlungsanbieter meldet den Status „${status}“, den wir nicht kennen.`,
    purchased: (plan, date) =>
      date
        ? `Sie haben ${plan} gekauft und können es bis ${date} nutzen.`
        : `Sie haben ${plan} gekauft. Es gehört Ihnen auf Dauer.`,
    granted: (plan, date) => (date ? `${plan} wurde Ihnen bis ${date} gegeben.` : `${plan} wurde Ihnen gegeben.`),
    accessNote: (plan, date) => (date ? `Sie können ${plan} bis ${date} nutzen.` : `Sie können ${plan} nutzen.`),
    accessFree: (free) => `Vorerst hat Ihr Konto den Umfang von ${free}.`,
    periodOver: 'Der Abrechnungszeitraum ist vorbei, und es ist noch keine Verlängerung eingetroffen.',
    pastDueTitle: 'Ihre letzte Zahlung ist fehlgeschlagen',
    pastDueGrace: (date, free) => `Ohne Zahlung bis ${date} wechselt Ihr Konto zu ${free}.`,
    pastDueExpired: (plan, free) =>
      `${plan} ist pausiert, bis die Zahlung eingeht. Vorerst hat Ihr Konto den Umfang von ${free}.`,
    pastDueEnds: (date) => `Der Tarif ist zum ${date} gekündigt.`,
    noCustomer: 'Zu diesem Konto gibt es noch keine Abrechnungsseiten. Sie entstehen mit dem ersten Kauf.',
    opening: 'Die Abrechnungsseiten werden geöffnet …',
  },
  ...addressesDe,
  ...changesDe,
  ...checkoutDe,
  ...loginDe,
  ...paymentsDe,
  ...settingsDe,
  ...socialDe,
  ...statementDe,
};
