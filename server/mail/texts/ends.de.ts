import type { EndsTexts } from '../message.ts';

const wishes = {
  period_end: () => 'Sie möchten, dass der Vertrag so bald wie möglich endet, mit der bezahlten Zeit.',
  date: (date: string) => `Sie möchten, dass der Vertrag am ${date} endet.`,
  now: () => 'Sie möchten, dass der Vertrag sofort endet, aus wichtigem Grund.',
};
const said = (quote: string) => (quote ? [`Sie schrieben: ${quote}`] : []);

export const endsDe: EndsTexts = {
  cancel_link: {
    subject: 'Bestätigen Sie Ihre Kündigung',
    body: (_, { number, received, quote, wish, wishedFor }) => [
      `Wir haben Ihre Kündigung am ${received} erhalten. Dieser Zeitpunkt zählt. Sie hat die Nummer ${number}.`,
      wishes[wish](wishedFor),
      ...said(quote),
      'Dieser Link zeigt, wofür Sie zahlen und wann es enden würde. Dort kündigen Sie es. Er gilt einmal, sieben Tage lang. Bis dahin liegt Ihre Kündigung bei uns.',
    ],
    action: 'Ansehen, was endet, und kündigen',
    note: 'Wenn Sie es nicht waren, ignorieren Sie diese E-Mail: Ohne den Link endet nichts.',
  },
  cancel_received: {
    subject: 'Wir haben Ihre Kündigung erhalten',
    body: (_, { number, received, quote, wish, wishedFor }) => [
      `Wir haben Ihre Kündigung am ${received} erhalten. Dieser Zeitpunkt zählt. Sie hat die Nummer ${number}.`,
      wishes[wish](wishedFor),
      ...said(quote),
      'Kein Konto hat diese Adresse bestätigt, deshalb sucht jemand bei uns, wofür Sie zahlen. Wenn Sie sich anmelden können, können Sie auch dort sofort kündigen.',
    ],
    note: 'Wenn Sie es nicht waren, ignorieren Sie diese E-Mail: Jemand hat diese Adresse versehentlich eingegeben.',
  },
  cancel_done: {
    subject: 'Ihre Kündigung ist bestätigt',
    body: (_, { number, received, plan, isDue, quote, wish, wishedFor }) => [
      'Sie haben gekündigt. Dies endet am genannten Tag und verlängert sich nicht:',
      ...plan.split('\n'),
      isDue
        ? 'Eine Zahlung dafür ist bereits fällig. Sie wird weiter eingezogen.'
        : 'Bis dahin behalten Sie alles, und es wird nichts mehr dafür berechnet.',
      `Wir haben Ihre Kündigung am ${received} erhalten. Sie hat die Nummer ${number}.`,
      ...(wish === 'period_end' ? [] : [wishes[wish](wishedFor), 'Darauf antworten wir per E-Mail.']),
      ...said(quote),
    ],
    action: 'Zu Ihrem Tarif',
    note: 'Wenn Sie es sich anders überlegen, melden Sie sich vor diesem Tag an und setzen Sie den Tarif fort.',
  },
  withdrawal_received: {
    subject: 'Wir haben Ihren Widerruf erhalten',
    body: (_, { number, received, quote }) => [
      `Wir haben den Widerruf Ihres Kaufs am ${received} erhalten. Dieser Zeitpunkt zählt. Er hat die Nummer ${number}.`,
      ...said(quote),
      'Wir sehen ihn uns an und antworten per E-Mail: was endet und was Sie zurückbekommen.',
    ],
    note: 'Wenn Sie es nicht waren, ignorieren Sie diese E-Mail: Jemand hat diese Adresse versehentlich eingegeben.',
  },
  trial_ends: {
    subject: (facts) => `${facts.name} ist bis ${facts.date} kostenlos`,
    body: (_, { name, plan, date, time }) => [
      `Ihre Testphase von ${name} endet am ${date} um ${time}. Von da an zahlen Sie für ${plan}.`,
      'Wenn Sie den Tarif behalten möchten, müssen Sie nichts tun.',
      'Wenn Sie nichts zahlen möchten, kündigen Sie vorher: Öffnen Sie Ihren Tarif und wählen Sie „Tarif kündigen“.',
    ],
    action: 'Tarif ansehen oder kündigen',
    note: 'Sie bekommen diese E-Mail einmal, vor der ersten Abbuchung.',
  },
  renewal_ahead: {
    subject: (facts) => `${facts.name} verlängert sich am ${facts.date}`,
    body: (_, { plan, date, time }) => [
      `Ihr Abo verlängert sich am ${date} um ${time}. Dann zahlen Sie für ${plan}.`,
      'Wenn Sie es behalten möchten, müssen Sie nichts tun.',
      'Wenn nicht, kündigen Sie vorher: Öffnen Sie Ihren Tarif und wählen Sie „Tarif kündigen“. Bis dahin behalten Sie ihn.',
    ],
    action: 'Tarif ansehen oder kündigen',
    note: 'Sie bekommen diese E-Mail einmal, vor jeder jährlichen Abbuchung.',
  },
};
