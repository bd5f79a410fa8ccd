import { passwordLimits } from '../views/passwordLimits.ts';
import { addressesDe } from './addresses.de.ts';
import { changesDe } from './changes.de.ts';
import { checkoutDe } from './checkout.de.ts';
import type { Copy } from './en.ts';
import { loginDe } from './login.de.ts';
import { paymentsDe } from './payments.de.ts';
import { settingsDe } from './settings.de.ts';
import { socialDe } from './social.de.ts';
import { standingDe } from './standing.de.ts';

export const de: Copy = {
  app: {
    name: 'Subscription payments',
    skip: 'Zum Inhalt springen',
    loading: 'Wird geladen …',
    navigation: 'Hauptnavigation',
    home: 'Subscription payments, Startseite',
  },
  navigation: {
    plans: 'Tarife',
    dashboard: 'Übersicht',
    signIn: 'Anmelden',
    signUp: 'Konto anlegen',
    signOut: 'Abmelden',
    account: (email) => `Konto von ${email}`,
    signedInAs: 'Angemeldet als',
    operations: 'Betrieb',
  },
  footer: {
    appearance: 'Darstellung',
    schemes: { auto: 'Automatisch', light: 'Hell', dark: 'Dunkel' },
    language: 'Sprache',
    note: 'Zahlungen wickelt unser Zahlungsanbieter ab. Ihre Kartennummer sehen wir nie.',
  },
  unknownPlan: 'Unbekannter Tarif',
  plans: {
    title: 'Tarife',
    lead: 'Klare Preise. Jederzeit wechseln oder kündigen.',
    interval: 'Abrechnung',
    intervals: { month: 'Monatlich', year: 'Jährlich', one_time: 'Einmalig' },
    save: (percent) => `${percent} sparen`,
    saveUpTo: (percent) => `bis zu ${percent} sparen`,
    per: { month: 'pro Monat', year: 'pro Jahr', one_time: 'einmalig' },
    plusTax: (price) => `${price} zzgl. MwSt.`,
    monthlyEqual: (money) => `${money} pro Monat bei jährlicher Zahlung`,
    yearlyHint: (money) => `oder ${money} pro Jahr`,
    oneTimeHint: 'ohne Verlängerung',
    popular: 'Beliebt',
    chosen: 'Ausgewählt',
    seats: (most) => (most === null ? 'Unbegrenzt viele Plätze' : most === 1 ? '1 Platz' : `Bis zu ${most} Plätze`),
    includes: (plan) => `Was ${plan} enthält`,
    notOffered: 'Für diesen Zeitraum nicht erhältlich',
    chosenNote: (plan, interval) => `Sie haben ${plan} ausgewählt, ${interval.toLowerCase()}.`,
    canceled: (plan) => `Zahlung abgebrochen. Ihnen wurde nichts berechnet, und ${plan} ist weiterhin ausgewählt.`,
    notSelling: 'Im Moment kann nichts gekauft werden',
    notSellingText: 'Laufende Pläne gehen wie gewohnt weiter. Bitte versuchen Sie es später noch einmal.',
    unknownStanding: 'Ihr Abo konnte nicht geladen werden. Deshalb ist gerade kein Kauf möglich.',
    leaving: 'Weiter zur Zahlungsseite …',
  },
  actions: {
    trial: (days, plan) => `${plan} ${days} Tage kostenlos testen`,
    subscribe: (plan) => `${plan} abonnieren`,
    resubscribe: (plan) => `${plan} erneut abonnieren`,
    switchPlan: (plan) => `Zu ${plan} wechseln`,
    switchInterval: {
      month: (plan) => `Zu ${plan} monatlich wechseln`,
      year: (plan) => `Zu ${plan} jährlich wechseln`,
    },
    resume: (plan) => `${plan} fortsetzen`,
    buy: (plan) => `${plan} einmalig kaufen`,
    current: 'Ihr Tarif',
    currentName: (plan) => `Ihr Tarif: ${plan}`,
    startFree: 'Mit Free beginnen',
    trialTerms: (price, per) => `Danach ${price} ${per}. Wenn Sie vorher kündigen, zahlen Sie nichts.`,
    trialNeedsProof: (days, price, per) =>
      `${price} ${per} ab heute. Bestätigen Sie vorher Ihre E-Mail-Adresse, sind ${days} Tage kostenlos.`,
    buyTerms: (days) =>
      days === null
        ? 'Gehört Ihnen auf Dauer.'
        : days === 0
          ? ''
          : days === 1
            ? 'Gilt einen Tag.'
            : `Gilt ${days} Tage.`,
    buyCovered: (plan) => `Ihr Abo ${plan} enthält das bereits. Ein Kauf läuft daneben, ab dem Tag der Zahlung.`,
    switchTerms: 'Bevor Sie bestätigen, sehen Sie, was berechnet wird.',
    resumeTerms: 'Dieser Tarif ist gekündigt. Setzen Sie ihn fort, um ihn zu behalten.',
    manageBilling: 'Abrechnung verwalten',
    fixPayment: 'Zahlung nachholen',
    changePlan: 'Tarif wechseln',
    cancelPlan: 'Tarif kündigen',
    resumePlan: 'Tarif fortsetzen',
    pausePlan: 'Tarif pausieren',
    unpausePlan: 'Tarif weiterführen',
    confirmChange: 'Wechsel bestätigen',
    choosePlan: 'Tarife ansehen',
    retry: 'Erneut versuchen',
    refresh: 'Aktualisieren',
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
    freeLead: 'Sie nutzen Free. Diesem Konto wird nichts berechnet.',
    freeUnasked: 'Sie nutzen Free.',
    asking: 'Der Zahlungsanbieter wird gefragt …',
    away: 'Der Zahlungsanbieter ist gerade nicht erreichbar',
    awayText:
      'Das hier ist uns bekannt. Was Sie in den letzten Minuten gekauft oder beendet haben, fehlt möglicherweise.',
    badges: {
      free: 'Free',
      active: 'Aktiv',
      trial: 'Testphase',
      past_due: 'Überfällig',
      cancels: (date) => `Endet am ${date}`,
      ended: 'Beendet',
      paused: 'Pausiert',
      owned: 'Gehört Ihnen',
      no_access: 'Kein Zugriff',
      refunded: 'Erstattet',
      disputed: 'Bestritten',
      awaited: 'Warten auf Ihre Bank',
      first_failed: 'Zahlung fehlgeschlagen',
      paid_left: 'Beendet',
      unknown_plan: 'Unbekannter Tarif',
      unknown_status: 'Unbekannter Status',
    },
    dates: {
      renews: 'Verlängert sich',
      ends: 'Endet',
      paid_until: 'Zuletzt bezahlt bis',
      trial_ends: 'Testphase endet',
      past_due_since: 'Überfällig seit',
      ended: 'Beendet',
      started: 'Begonnen',
      again: 'Beginnt von neuem',
    },
    amounts: {
      next: 'Nächste Abbuchung',
      first: 'Erste Abbuchung',
      due: 'Offener Betrag',
      none: 'Keine weiteren Abbuchungen',
      was: 'Preis',
      again: 'Dann fällig, für einen neuen Zeitraum',
    },
    per: { month: 'pro Monat', year: 'pro Jahr' },
    amountLater: 'Der Betrag steht mit der nächsten Rechnung fest.',
    discount: (amount, regular, until) =>
      until ? `${amount} statt ${regular} bis ${until}` : `${amount} statt ${regular}`,
    lastDiscount: (amount, regular) => `Ihre letzte Rechnung: ${amount} statt ${regular}`,
    trialLeft: (days) =>
      days <= 0
        ? 'Ihre Testphase endet heute.'
        : days === 1
          ? 'Noch 1 Tag in Ihrer Testphase.'
          : `Noch ${days} Tage in Ihrer Testphase.`,
    cancelsNote: (plan, date) =>
      `${plan} bleibt Ihnen bis ${date}. Danach wechselt Ihr Konto zu Free. Bis dahin können Sie den Tarif fortsetzen.`,
    cancelsBeside: (plan, date) => `${plan} bleibt Ihnen bis ${date}. Bis dahin können Sie den Tarif fortsetzen.`,
    endedNote: 'Ihr Konto nutzt Free. Ihre Daten bleiben erhalten.',
    pausedNote: 'Ihr Tarif ist pausiert. Es wird nichts berechnet, und Ihr Konto hat den Umfang von Free.',
    pausedKept: (plan) => `Ihr Tarif ist pausiert. Es wird nichts berechnet, und ${plan} bleibt Ihnen.`,
    pausedBeside: 'Dieser Tarif ist pausiert. Er wird nicht berechnet, bis Sie ihn weiterführen.',
    paidLeft: (plan, date) =>
      `Es wird nichts mehr berechnet. ${plan} bleibt Ihnen bis ${date}. Danach wechselt Ihr Konto zu Free.`,
    paidLeftUnasked: (plan, date) => `${plan} bleibt Ihnen bis ${date}. Danach wechselt Ihr Konto zu Free.`,
    refundedNote: 'Ihre letzte Zahlung wurde erstattet.',
    disputedNote: 'Ihre letzte Zahlung wurde bei Ihrer Bank bestritten.',
    unknownPlanNote:
      'Der Zahlungsanbieter meldet einen Tarif, den wir nicht kennen. Er schaltet noch nichts frei. Bitte wenden Sie sich an den Support.',
    unknownStatusNote: (status) => `Der Zahlungsanbieter meldet den Status „${status}“, den wir nicht kennen.`,
    purchased: (plan, date) =>
      date
        ? `Sie haben ${plan} gekauft und können es bis ${date} nutzen.`
        : `Sie haben ${plan} gekauft. Es gehört Ihnen auf Dauer.`,
    granted: (plan, date) => (date ? `${plan} wurde Ihnen bis ${date} gegeben.` : `${plan} wurde Ihnen gegeben.`),
    accessNote: (plan, date) => `Sie können ${plan} bis ${date} nutzen.`,
    accessFree: 'Vorerst hat Ihr Konto den Umfang von Free.',
    periodOver: 'Der Abrechnungszeitraum ist vorbei, und es ist noch keine Verlängerung eingetroffen.',
    pastDueTitle: 'Ihre letzte Zahlung ist fehlgeschlagen',
    pastDueGrace: (plan, date) => `${plan} bleibt Ihnen bis ${date}. Ohne Zahlung wechselt Ihr Konto danach zu Free.`,
    pastDueExpired: (plan) =>
      `${plan} ist pausiert, bis die Zahlung eingeht. Vorerst hat Ihr Konto den Umfang von Free.`,
    pastDueEnds: (date) => `Der Tarif ist zum ${date} gekündigt.`,
    noCustomer: 'Zu diesem Konto gibt es noch keine Abrechnungsseiten. Sie entstehen mit dem ersten Kauf.',
    opening: 'Die Abrechnungsseiten werden geöffnet …',
  },
  ...checkoutDe,
  ...addressesDe,
  ...changesDe,
  ...loginDe,
  ...paymentsDe,
  ...socialDe,
  ...settingsDe,
  ...standingDe,
  notFound: {
    title: 'Seite nicht gefunden',
    text: 'Unter dieser Adresse gibt es keine Seite.',
    home: 'Zur Startseite',
  },
  errors: {
    title: 'Das konnte nicht geladen werden',
    stale: 'Das ist möglicherweise nicht aktuell',
    crashed: 'Auf dieser Seite ist etwas schiefgegangen',
    offline: 'Der Dienst ist nicht erreichbar. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
    server: 'Bei uns ist etwas schiefgegangen. Es wurde nichts verändert.',
    checkout: 'Die Zahlungsseite konnte nicht geöffnet werden. Ihnen wurde nichts berechnet.',
    unverified: 'Bitte bestätigen Sie Ihre E-Mail-Adresse, bevor Sie damit kaufen. Ihnen wurde nichts berechnet.',
    tooMany: 'Zu viele Versuche. Warten Sie einige Minuten und versuchen Sie es erneut.',
    forbidden: 'Ihr Konto hat darauf keinen Zugriff.',
    session: 'Ihre Sitzung ist abgelaufen. Melden Sie sich erneut an.',
    request: (id) => `Anfrage ${id}`,
  },
};
