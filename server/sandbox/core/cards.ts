import { createHash } from 'node:crypto';
import type { CardBehaviour, CardFace, Failure } from './records.ts';

export interface TestCard {
  number: string;
  brand: string;
  behaviour: CardBehaviour;
  declineCode?: string;
  /** Shown to the tester. */
  hint: string;
}

const visa = (number: string, behaviour: CardBehaviour, hint: string): TestCard => ({
  number,
  brand: 'visa',
  behaviour,
  hint,
});

/**
 * The companies' published test cards and their behaviour: docs.stripe.com/testing, docs.creem.io (test mode);
 * polar.sh/docs (sandbox) refers to Stripe's.
 */
export const testCards: readonly TestCard[] = [
  visa('4242424242424242', 'ok', 'Always works'),
  visa('4000000000000002', 'declined', 'Is declined'),
  visa('4000002500003155', 'authenticate', 'Asks for authentication'),
  visa('4000002760003184', 'authenticate_always', 'Asks at every renewal, too'),
  visa('4000000000000341', 'fails_later', 'Works now, renewals fail'),
  visa('4000000000000259', 'disputed', 'Works, and is disputed'),
  { number: '5555555555554444', brand: 'mastercard', behaviour: 'ok', hint: 'Always works' },
];

/** More declined cards, each with its decline code. */
const declined: Record<string, string> = {
  '4000000000009995': 'insufficient_funds',
  '4000000000009987': 'lost_card',
  '4000000000009979': 'stolen_card',
  '4000000000000069': 'expired_card',
  '4000000000000127': 'incorrect_cvc',
  '4000000000000119': 'processing_error',
  '4000000000006975': 'card_velocity_exceeded',
};

const messages: Record<string, string> = {
  insufficient_funds: 'Your card has insufficient funds.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
  processing_error: 'An error occurred while processing your card. Try again in a little bit.',
  card_velocity_exceeded: 'Your card was declined for making repeated attempts too frequently.',
  authentication_required: 'Your card was declined. This transaction requires authentication.',
};

/** These are error codes of their own; all other decline codes belong to the error `card_declined`. */
const ownCodes = ['expired_card', 'incorrect_cvc', 'processing_error', 'authentication_required'];

/** The reason for a decline; `generic_decline` when the bank gives none. */
export function failureOf(declineCode = 'generic_decline'): Failure {
  const own = ownCodes.includes(declineCode);
  const message = messages[declineCode] ?? 'Your card was declined.';
  return { code: own ? declineCode : 'card_declined', declineCode: own ? null : declineCode, message };
}

export interface CardInput {
  /** Spaces are allowed. */
  number: string;
  /** `MM / YY` or `MM/YYYY`. */
  expiry: string;
  cvc: string;
}

export type CardProblems = Partial<Record<keyof CardInput, string>>;

/** Returns the card without its full number, or the problem of each invalid field. */
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

/** A test card by its number alone, with an expiry date far in the future. Unknown numbers are declined. */
export function testCardFace(number: string): CardFace {
  return { ...faceOf(number.replace(/\D/g, '')), expMonth: 12, expYear: 2099 };
}

/** Stands in for the card of a buyer who pays by bank debit. */
export const bankAccount: CardFace = {
  brand: 'bank account',
  last4: '3000',
  fingerprint: 'bankaccount30000',
  behaviour: 'bank_debit',
  expMonth: 12,
  expYear: 2099,
};

function faceOf(digits: string): Omit<CardFace, 'expMonth' | 'expYear'> {
  const number = { last4: digits.slice(-4), fingerprint: fingerprintOf(digits) };
  const known = testCards.find((card) => card.number === digits);
  if (known) return { brand: known.brand, ...number, behaviour: known.behaviour };
  const declineCode = declined[digits];
  return { brand: declineCode ? 'visa' : 'unknown', ...number, behaviour: 'declined', declineCode };
}

/**
 * Sixteen letters and digits that identify a card number without revealing it
 * (docs.stripe.com/api/cards/object#card_object-fingerprint).
 */
export function fingerprintOf(digits: string): string {
  const letters = createHash('sha256')
    .update(digits)
    .digest('base64')
    .replace(/[^A-Za-z0-9]/g, '');
  return letters.slice(0, 16);
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
