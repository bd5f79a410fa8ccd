import type { AddressesCopy } from './addresses.en.ts';

export const addressesDe: AddressesCopy = {
  verify: {
    title: 'E-Mail-Adresse bestätigen',
    working: 'Ihre E-Mail-Adresse wird bestätigt …',
    verified: (email) => `${email} ist bestätigt. Vielen Dank!`,
    changed: (email) => `Ihre E-Mail-Adresse ist jetzt ${email}.`,
    opened: (email) =>
      `${email} ist bestätigt. Mit dieser Adresse wurde etwas gekauft: Sie sind jetzt in dem Konto, dem es gehört, und melden sich darin an wie bisher. Alle anderen sind dort abgemeldet.`,
    former: (email) => `Ihr bisheriges Konto bleibt, wie es ist: Melden Sie sich darin mit ${email} an.`,
    others: 'Auch ein anderes Konto hat mit dieser Adresse gekauft. Der Support kann Ihnen dessen Käufe übertragen.',
    waiting: 'Bestätigt. Die Änderung ist abgeschlossen, sobald Sie auch dem Link in der anderen E-Mail folgen.',
    signIn: 'Melden Sie sich bei dem Konto an, für das dieser Link gilt, damit niemand sonst bestätigen kann.',
    otherAccount:
      'Dieser Link gilt für ein anderes Konto. Melden Sie sich ab und mit dem anderen Konto an, und öffnen Sie ihn dann erneut.',
    invalid: 'Dieser Link gilt nicht mehr: Er wurde benutzt, ist zu alt, oder es gibt einen neueren.',
    already: (email) => `${email} ist bereits bestätigt.`,
    toDashboard: 'Zur Übersicht',
    unconfirmed: (email) => `Bitte bestätigen Sie ${email}: Folgen Sie dem Link in unserer E-Mail.`,
    toSee: 'Bestätigen Sie Ihre E-Mail-Adresse, um zu sehen, was Sie haben.',
    resend: 'E-Mail erneut senden',
    resent: (email) => `Eine neue E-Mail ist unterwegs an ${email}.`,
    mailOff: 'Diese Website kann keine E-Mails senden. Eine Adresse bestätigt deshalb nur der Support.',
    lost: 'Jemand anders hat Ihre frühere E-Mail-Adresse als seine bestätigt. Nennen Sie eine andere, bevor Sie wieder kaufen. Ist das ein Irrtum, wenden Sie sich an den Support.',
    nameAnother: 'Andere Adresse nennen',
    correct: 'Adresse berichtigen',
    claimed:
      'Sie sind abgemeldet, weil jemand die E-Mail-Adresse Ihres Kontos als seine bestätigt hat. Waren Sie das, melden Sie sich mit dem neuen Passwort an. Sonst wenden Sie sich an den Support: Was Sie gekauft haben, ist nicht verloren.',
  },
  address: {
    heading: 'E-Mail-Adresse',
    current: 'Aktuelle Adresse',
    none: 'Keine',
    confirmed: 'Bestätigt',
    unconfirmed: 'Noch nicht bestätigt',
    next: 'Neue E-Mail-Adresse',
    password: 'Mit Ihrem Passwort bestätigen',
    change: 'Adresse ändern',
    sent: 'Fast fertig: Folgen Sie den Links in den E-Mails an Ihre alte und Ihre neue Adresse.',
    sentNew: 'Fast fertig: Folgen Sie dem Link in der E-Mail an Ihre neue Adresse.',
    same: 'Das ist bereits Ihre Adresse.',
    mailOff:
      'Diese Website kann keine E-Mails senden. Eine Adresse lässt sich hier deshalb nicht ändern. Bitte wenden Sie sich an den Support.',
  },
  billingAddress: {
    needed:
      'Der Zahlungsanbieter führt Ihre E-Mail-Adresse bei einem anderen Kunden: Nennen Sie eine andere Adresse für Ihre Rechnungen. Ihr Konto behält seine Adresse.',
    label: 'E-Mail-Adresse für Rechnungen',
    use: 'Diese Adresse verwenden',
    taken: 'Auch mit dieser Adresse kennt der Zahlungsanbieter einen anderen Kunden.',
    named: (email) => `Ihre Rechnungen gehen an ${email}. Wählen Sie jetzt noch einmal Ihren Tarif.`,
  },
  forgot: {
    link: 'Passwort vergessen?',
    title: 'Passwort vergessen?',
    lead: 'Wir senden Ihnen einen Link an Ihre E-Mail-Adresse, mit dem Sie ein neues wählen.',
    send: 'Link senden',
    sent: (email) => `Falls es ein Konto mit ${email} gibt, ist eine E-Mail mit einem Link unterwegs.`,
    mailOff: 'Diese Website kann keine E-Mails senden. Ein vergessenes Passwort setzt deshalb nur der Support zurück.',
    resetTitle: 'Neues Passwort wählen',
    resetLead: 'Danach melden Sie sich mit dem neuen an.',
    save: 'Passwort speichern',
    saved: 'Ihr neues Passwort ist gespeichert. Ihr Konto ist überall abgemeldet: Melden Sie sich mit dem neuen an.',
    savedNew:
      'Ihr neues Passwort ist gespeichert. Es öffnet ein neues Konto: Jemand hatte sich mit Ihrer Adresse registriert, nichts gekauft und hat sie jetzt nicht mehr.',
    opening: 'Ihr Link wird geprüft …',
    invalid: 'Dieser Link gilt nicht mehr',
    invalidText: 'Er wurde benutzt, ist zu alt, oder Sie haben einen neueren bekommen. Ihr Passwort ist unverändert.',
    another: 'Neuen Link anfordern',
  },
  endSession: 'Abmelden',
  endSessionOf: (device) => `${device} abmelden`,
};
