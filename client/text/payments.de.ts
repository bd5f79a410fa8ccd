import type { PaymentsCopy } from './payments.en.ts';

export const paymentsDe: PaymentsCopy = {
  payments: {
    caption: 'Ihre Zahlungen, neueste zuerst',
    date: 'Datum',
    for: 'Beschreibung',
    status: 'Status',
    amount: 'Betrag',
    types: { subscription: 'Abo', one_time: 'Einmaliger Kauf' },
    statuses: {
      succeeded: 'Bezahlt',
      failed: 'Fehlgeschlagen',
      pending: 'Warten auf Ihre Bank',
      refunded: 'Erstattet',
      disputed: 'Angefochten',
    },
    partlyRefunded: (refunded, amount) => `Teilweise erstattet: ${refunded} von ${amount}`,
    discount: (amount) => `${amount} Rabatt`,
    writtenOff: { voided: 'Storniert', uncollectible: 'Nicht eingezogen' },
    period: (start, end) => `${start} bis ${end}`,
    invoice: 'Rechnung',
    invoiceOf: (date) => `Rechnung vom ${date}`,
    confirm: 'Zahlung bestätigen',
    confirmOf: (money, date) => `Zahlung bestätigen: ${money} vom ${date}`,
    confirmTitle: (money) => `Ihre Bank bittet Sie, eine Zahlung von ${money} zu bestätigen`,
    confirmText:
      'Die Abbuchung ist fehlgeschlagen, weil sie auf Sie wartet. Bestätigen Sie sie auf der Seite unseres Zahlungsanbieters.',
    receipt: 'Beleg',
    receiptOf: (date) => `Beleg vom ${date}`,
    recovered: (money) => `Ihre Zahlung von ${money} ist eingegangen. Vielen Dank!`,
    all: 'Alle Zahlungen',
    empty: 'In diesem Konto noch keine Zahlungen.',
    emptyText: 'Abbuchungen erscheinen hier, mit Rechnung und Beleg, sofern es sie gibt.',
    more: 'Ältere Zahlungen anzeigen',
  },
};
