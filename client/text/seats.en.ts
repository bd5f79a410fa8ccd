/** Copy of buying a plan by the seat. */
export const seatsEn = {
  seats: {
    label: 'Seats',
    fewer: (plan: string) => `${plan}: one seat fewer`,
    more: (plan: string) => `${plan}: one seat more`,
    bounds: (min: number, max: number) => `Choose a whole number from ${min} to ${max}.`,
    count: (seats: number) => (seats === 1 ? '1 seat' : `${seats} seats`),
    total: (seats: number, price: string) => (seats === 1 ? `1 seat: ${price}` : `${seats} seats: ${price}`),
    of: (plan: string, seats: number) => (seats === 1 ? `${plan}, 1 seat` : `${plan}, ${seats} seats`),
    per: { month: 'per seat, per month', year: 'per seat, per year', one_time: 'one-time payment' },
    monthlyEqual: (money: string) => `${money} per seat, per month, billed yearly`,
    yearlyHint: (money: string) => `or ${money} per seat, per year`,
    change: 'Change seats',
    switchTo: (seats: number) => (seats === 1 ? 'Change to 1 seat' : `Change to ${seats} seats`),
    choose: 'This is what you have now. Choose another number of seats to see what it costs.',
  },
};

export type SeatsCopy = typeof seatsEn;
