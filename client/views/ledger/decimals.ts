/** Sums of decimal strings, exact to the last digit: money never passes through a binary fraction. */

export function add(a: string, b: string): string {
  return combine(a, b, (left, right) => left + right);
}

export function subtract(a: string, b: string): string {
  return combine(a, b, (left, right) => left - right);
}

/** `0` with the decimals of an amount of the same currency. */
export function zeroLike(amount: string): string {
  return subtract(amount, amount);
}

export function isZero(amount: string): boolean {
  return !/[1-9]/.test(amount);
}

function combine(a: string, b: string, of: (left: bigint, right: bigint) => bigint): string {
  const scale = Math.max(scaleOf(a), scaleOf(b));
  return toText(of(unitsOf(a, scale), unitsOf(b, scale)), scale);
}

function scaleOf(amount: string): number {
  return amount.split('.')[1]?.length ?? 0;
}

function unitsOf(amount: string, scale: number): bigint {
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(scale, '0'));
}

function toText(units: bigint, scale: number): string {
  const digits = `${units < 0n ? -units : units}`.padStart(scale + 1, '0');
  const sign = units < 0n ? '-' : '';
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
