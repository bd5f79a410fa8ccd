import type { CardBehaviour, CardFace } from './records.ts';

export interface TestCard {
  number: string;
  brand: string;
  behaviour: CardBehaviour;
  /** What a tester is told. */
  hint: string;
}

export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'visa', behaviour: 'ok', hint: 'Always works' },
  { number: '4000000000000002', brand: 'visa', behaviour: 'declined', hint: 'Is declined' },
  { number: '4000002500003155', brand: 'visa', behaviour: 'authenticate', hint: 'Asks for authentication' },
  { number: '4000000000000341', brand: 'visa', behaviour: 'fails_later', hint: 'Works now, renewals fail' },
  { number: '5555555555554444', brand: 'mastercard', behaviour: 'ok', hint: 'Always works' },
];

export interface CardInput {
  /** Digits, spaces allowed. */
  number: string;
  /** `MM / YY` or `MM/YYYY`. */
  expiry: string;
  cvc: string;
}

export type CardProblems = Partial<Record<keyof CardInput, string>>;

/** The card's harmless part (never its number), or what is wrong with each field. */
export function readCard(input: CardInput, now: number): { face: CardFace } | { problems: CardProblems } {
  const digits = input.number.replace(/[\s-]/g, '');
  const expiry = readExpiry(input.expiry);
  const problems: CardProblems = {};
  if (!isCardNumber(digits)) problems.number = 'Your card number is incomplete or invalid.';
  if (!expiry) problems.expiry = 'Enter the expiry as MM / YY.';
  else if (Date.UTC(expiry.year, expiry.month) <= now) problems.expiry = 'Your card has expired.';
  if (!/^\d{3,4}$/.test(input.cvc.trim())) problems.cvc = 'The security code has 3 or 4 digits.';
  if (!expiry || Object.keys(problems).length > 0) return { problems };
  return { face: { ...faceOf(digits), expMonth: expiry.month, expYear: expiry.year } };
}

/** A test card by its number alone, with an expiry that is far enough. Unknown numbers are declined. */
export function testCardFace(number: string): CardFace {
  return { ...faceOf(number.replace(/\D/g, '')), expMonth: 12, expYear: 2099 };
}

function faceOf(digits: string): Pick<CardFace, 'brand' | 'last4' | 'behaviour'> {
  const known = testCards.find((card) => card.number === digits);
  return { brand: known?.brand ?? 'unknown', last4: digits.slice(-4), behaviour: known?.behaviour ?? 'declined' };
}

function readExpiry(text: string): { month: number; year: number } | null {
  const match = /^\s*(\d{1,2})\s*\/?\s*(\d{2}|\d{4})\s*$/.exec(text);
  const month = Number(match?.[1]);
  const year = Number(match?.[2]);
  if (!match || month < 1 || month > 12) return null;
  return { month, year: year < 100 ? 2000 + year : year };
}

function isCardNumber(digits: string): boolean {
  if (!/^\d{13,19}$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
