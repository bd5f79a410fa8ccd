import type { CheckoutCopy } from './checkout.en.ts';

export const checkoutDe: CheckoutCopy = {
  checkout: {
    activating: 'Ihr Abo wird aktiviert …',
    activatingOneTime: 'Ihr Kauf wird bestätigt …',
    activatingText: 'Das dauert ein paar Sekunden. Die Seite aktualisiert sich von selbst.',
    active: (plan) => `${plan} ist aktiv. Vielen Dank!`,
    paid: 'Ihr Kauf ist bestätigt. Vielen Dank!',
    lateTitle: 'Zahlung eingegangen, der Zugang folgt in Kürze',
    lateText:
      'Wir warten noch auf die Bestätigung. Sie müssen nicht noch einmal zahlen. Sobald sie eintrifft, erscheint hier Ihr Tarif.',
    unseenTitle: 'Beim Zahlungsanbieter ist noch keine Zahlung eingegangen',
    unseenText:
      'Wenn Sie bezahlt haben, müssen Sie nicht noch einmal zahlen: Ihr Tarif erscheint hier, sobald die Zahlung bestätigt ist.',
    unread: 'Wir konnten nicht prüfen, ob Ihre Zahlung eingegangen ist. Sie müssen nicht noch einmal zahlen.',
    canceled: 'Zahlung abgebrochen. Ihnen wurde nichts berechnet.',
  },
};
