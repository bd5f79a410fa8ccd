import type { LoginCopy } from './login.en.ts';

export const loginDe: LoginCopy = {
  login: {
    lead: 'Sie melden sich mit Ihrem gewohnten Konto an.',
    continue: 'Weiter zur Anmeldung',
    askAgain: 'Melden Sie sich dort an und kommen Sie dann auf diese Seite zurück.',
    dataLead: 'Ihre Daten.',
    eraseText: 'Löscht Ihre Abrechnungsdaten endgültig. Ein laufender Tarif endet sofort.',
    erase: 'Meine Daten löschen',
    eraseTitle: 'Abrechnungsdaten löschen?',
    eraseData:
      'Ihre E-Mail-Adresse und Ihre Belege werden hier gelöscht. Das Konto, mit dem Sie sich anmelden, bleibt.',
    keep: 'Daten behalten',
    signInAgain:
      'Ihre Anmeldung liegt mehr als zehn Minuten zurück. Melden Sie sich bei Ihrem Konto neu an und löschen Sie dann Ihre Daten.',
    refused: 'Ihre Daten konnten nicht gelöscht werden. Es wurde nichts geändert.',
  },
  keys: {
    title: 'Dienstschlüssel',
    caption: 'Dienstschlüssel und wann sie zuletzt benutzt wurden',
    key: 'Schlüssel',
    scopes: 'Erlaubt',
    lastUsed: 'Zuletzt benutzt',
  },
};
