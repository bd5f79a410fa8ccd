import type { SeatsCopy } from './seats.en.ts';

export const seatsDe: SeatsCopy = {
  seats: {
    label: 'Plätze',
    fewer: (plan) => `${plan}: ein Platz weniger`,
    more: (plan) => `${plan}: ein Platz mehr`,
    bounds: (min, max) => `Wählen Sie eine ganze Zahl von ${min} bis ${max}.`,
    count: (seats) => (seats === 1 ? '1 Platz' : `${seats} Plätze`),
    total: (seats, price) => (seats === 1 ? `1 Platz: ${price}` : `${seats} Plätze: ${price}`),
    of: (plan, seats) => (seats === 1 ? `${plan}, 1 Platz` : `${plan}, ${seats} Plätze`),
    per: { month: 'pro Platz und Monat', year: 'pro Platz und Jahr', one_time: 'einmalig' },
    monthlyEqual: (money) => `${money} pro Platz und Monat bei jährlicher Zahlung`,
    yearlyHint: (money) => `oder ${money} pro Platz und Jahr`,
    change: 'Plätze ändern',
    switchTo: (seats) => (seats === 1 ? 'Zu 1 Platz wechseln' : `Zu ${seats} Plätzen wechseln`),
    choose: 'Das haben Sie jetzt. Wählen Sie eine andere Zahl von Plätzen, um zu sehen, was sie kostet.',
  },
};
