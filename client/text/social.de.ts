import type { SocialCopy } from './social.en.ts';

export const socialDe: SocialCopy = {
  social: {
    continueWith: (company) => `Weiter mit ${company}`,
    or: 'oder',
    canceled: 'Die Anmeldung wurde abgebrochen.',
    noEmail:
      'Das gewählte Konto hat keine E-Mail-Adresse für die Anmeldung. Wählen Sie ein anderes, oder melden Sie sich mit einem Passwort an.',
    failed:
      'Die Anmeldung hat nicht geklappt. Bitte versuchen Sie es erneut, oder melden Sie sich mit einem Passwort an.',
    noPassword:
      'Ihr Konto hat noch kein Passwort. Wählen Sie eines über einen Link, den wir an Ihre E-Mail-Adresse senden.',
    noPasswordMailOff:
      'Ihr Konto hat kein Passwort, und diese Website kann keine E-Mails senden. Bitte wenden Sie sich an den Support.',
    passwordSent: (email) => `Eine E-Mail mit einem Link ist unterwegs an ${email}.`,
    passwordFirst: 'Wählen Sie zuerst ein Passwort: Es bestätigt, was sich nicht rückgängig machen lässt.',
  },
};
