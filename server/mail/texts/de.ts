import type { MailTexts } from '../message.ts';
import { endsDe } from './ends.de.ts';

export const mailDe: MailTexts = {
  linkHint: 'Falls die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse:',
  unknownPlan: '„Unbekannter Tarif“',
  plusTax: (price) => `${price} zzgl. Steuer`,
  per: { month: (price) => `${price} pro Monat`, year: (price) => `${price} pro Jahr` },
  kinds: {
    ...endsDe,
    verify: {
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
      body: () => [
        'Bitte bestätigen Sie, dass diese E-Mail-Adresse Ihnen gehört. Der Link gilt 24 Stunden, in dem Browser, in dem Sie angemeldet sind.',
      ],
      action: 'E-Mail-Adresse bestätigen',
      note: 'Wenn Sie kein Konto angelegt haben, ignorieren Sie diese E-Mail: Ohne sie kann niemand Ihre Adresse verwenden.',
    },
    verify_buyer: {
      subject: 'Ist das Ihre E-Mail-Adresse?',
      body: (address) => [
        `Was Sie kaufen, gehört zu dem Konto mit der E-Mail-Adresse ${address}. Bitte bestätigen Sie, dass sie Ihnen gehört, damit Sie jederzeit wieder hineinkommen. Der Link gilt 24 Stunden, in dem Browser, in dem Sie angemeldet sind.`,
      ],
      action: 'E-Mail-Adresse bestätigen',
      note: 'Wenn Sie nichts gekauft haben, ignorieren Sie diese E-Mail: Vielleicht hat sich jemand bei seiner Adresse vertippt.',
    },
    account_exists: {
      subject: 'Sie haben bereits ein Konto',
      body: () => [
        'Gerade wollte jemand diese E-Mail-Adresse für ein weiteres Konto verwenden. Sie haben bereits eines: Melden Sie sich damit an.',
        'Wenn Sie das Passwort vergessen haben, wählen Sie dort „Passwort vergessen?“.',
      ],
      action: 'Anmelden',
      note: 'Wenn Sie es nicht waren, ignorieren Sie diese E-Mail: Es wurde nichts geändert.',
    },
    reset: {
      subject: 'Wählen Sie ein neues Passwort',
      body: () => ['Über diesen Link wählen Sie ein neues Passwort für Ihr Konto. Er gilt einmal, eine Stunde lang.'],
      action: 'Neues Passwort wählen',
      note: 'Wenn Sie nicht darum gebeten haben, ignorieren Sie diese E-Mail: Ihr Passwort bleibt, wie es ist.',
    },
    approve_change: {
      subject: 'Möchten Sie Ihre E-Mail-Adresse ändern?',
      body: (address) => [
        `Die E-Mail-Adresse Ihres Kontos soll ${address} werden. Bitte bestätigen Sie das hier und mit der E-Mail, die wir dorthin geschickt haben. Der Link gilt 24 Stunden.`,
      ],
      action: 'Änderung bestätigen',
      note: 'Wenn Sie es nicht waren, bestätigen Sie nicht, und ändern Sie Ihr Passwort: Jemand ist in Ihrem Konto angemeldet.',
    },
    confirm_change: {
      subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
      body: () => [
        'Bitte bestätigen Sie, dass dies die neue E-Mail-Adresse Ihres Kontos ist. Der Link gilt 24 Stunden, in dem Browser, in dem Sie angemeldet sind.',
      ],
      action: 'E-Mail-Adresse bestätigen',
      note: 'Wenn Sie nichts davon wissen, ignorieren Sie diese E-Mail.',
    },
    address_changed: {
      subject: 'Ihre E-Mail-Adresse wurde geändert',
      body: (address) => [`Die E-Mail-Adresse Ihres Kontos ist jetzt ${address}. Melden Sie sich künftig damit an.`],
      note: 'Wenn Sie es nicht waren, wenden Sie sich bitte sofort an den Support.',
    },
    new_device: {
      subject: 'Neue Anmeldung in Ihrem Konto',
      body: (device) => [`Jemand hat sich von einem Gerät aus angemeldet, das wir noch nicht kannten: ${device}.`],
      action: 'Ansehen, wo Sie angemeldet sind',
      note: 'Wenn Sie es nicht waren, ändern Sie Ihr Passwort und melden Sie die anderen Sitzungen ab.',
    },
    two_subscriptions: {
      subject: 'Sie haben zwei Abos',
      body: (plans) => [
        `Sie haben ${plans}. Beides wird berechnet. Wählen Sie, was Sie behalten: Das andere endet mit der bezahlten Zeit.`,
      ],
      action: 'Auswählen',
      note: 'Wenn Sie beide möchten, müssen Sie nichts tun.',
    },
    duplicate_ended: {
      subject: 'Ihr zweites Abo wurde beendet',
      body: (plan) => [
        `Sie haben ${plan} auf einer Seite gekauft, die Ihre nächste Wahl ersetzt hatte. Wir haben dieses Abo beendet. Was Sie dafür bezahlt haben, bekommen Sie auf dem Zahlungsweg zurück, und es wird nicht mehr berechnet.`,
        'Ihr anderes Abo läuft weiter, wie Sie es gewählt haben.',
      ],
      action: 'Zu Ihrem Tarif',
      note: 'Wenn etwas nicht stimmt, wenden Sie sich bitte an den Support.',
    },
  },
};
