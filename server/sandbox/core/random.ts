import { createHash, randomBytes } from 'node:crypto';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

let bytes: (length: number) => Buffer = randomBytes;

/** From now on this process draws the same ids in the same order at every start. */
export function seedRandom(seed: string): void {
  let drawn = 0;
  bytes = (length) => {
    const parts: Buffer[] = [];
    while (parts.length * 32 < length) parts.push(createHash('sha256').update(`${seed} ${drawn++}`).digest());
    return Buffer.concat(parts).subarray(0, length);
  };
}

/** Unguessable letters and digits, unless seeded; with `words`, the same for the same ones (at most 64). */
export function randomText(length: number, words?: string): string {
  const drawn = words === undefined ? bytes(length) : createHash('sha512').update(words).digest().subarray(0, length);
  return Array.from(drawn, (byte) => letters[byte % letters.length]).join('');
}

/** A whole number below 2^31. */
export function randomSeed(): number {
  return bytes(4).readUInt32BE(0) >>> 1;
}

export function randomUuid(): string {
  return toUuid(bytes(16).toString('hex'));
}

/** The first 32 hex digits as a UUID. */
export function toUuid(hex: string): string {
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`];
  return [...parts, hex.slice(20, 32)].join('-');
}
