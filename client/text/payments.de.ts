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
      refunded: 'Erstattet',
      disputed: 'Angefochten',
    },
    partlyRefunded: (refunded, amount) => `Teilweise erstattet: ${refunded} von ${amount}`,
    discount: (amount) => `${amount} Rabatt`,
    receipt: 'Beleg',
    receiptOf: (date) => `Beleg vom ${date}`,
    empty: 'Noch keine Zahlungen.',
    emptyText: 'Abbuchungen erscheinen hier, mit Beleg, sofern es einen gibt.',
    more: 'Ältere Zahlungen anzeigen',
    loadedMore: (count) => `${count} Zahlungen werden angezeigt`,
  },
};
