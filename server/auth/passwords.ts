import { createHmac, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { verifyPassword } from 'better-auth/crypto';
import { createTurns } from '../turns.ts';

/** Each hash takes 128 MB, and about 0.4 s of a core. */
const AT_ONCE = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)));
const KEY_BYTES = 64;
const SALT_BYTES = 16;
const REMEMBERED_MS = 3_000;

export type Cost = Required<Pick<ScryptOptions, 'N' | 'r' | 'p'>>;

/** OWASP's password storage cheat sheet, first row of its scrypt table. */
export const COST: Cost = { N: 2 ** 17, r: 8, p: 1 };

interface PasswordsOptions {
  cost?: Cost;
  /** Called for each hash that is computed. */
  onWork?(): void;
}

/**
 * Hashes by scrypt as `scrypt:N:r:p:salt:key`, with bounded concurrency so that webhooks and other calls don't wait. It
 * also verifies better-auth's own hashes (`salt:key`).
 */
export function createPasswords({ cost = COST, onWork }: PasswordsOptions = {}) {
  const inTurn = createTurns({ atOnce: AT_ONCE });
  /** A sign-in may compare a password with the same hash twice; the second time costs nothing. */
  const compared = new Map<string, boolean>();
  const secret = randomBytes(32);

  const work = <T>(task: () => Promise<T>): Promise<T> =>
    inTurn(() => {
      onWork?.();
      return task();
    });

  async function compare({ hash, password }: { hash: string; password: string }): Promise<boolean> {
    const [scheme, N, r, p, salt = '', key = ''] = hash.split(':');
    if (scheme !== SCHEME) return work(() => verifyPassword({ hash, password }));
    const expected = Buffer.from(key, 'hex');
    const given = await work(() => derive(password, salt, { N: Number(N), r: Number(r), p: Number(p) }));
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  return {
    async hash(password: string): Promise<string> {
      const salt = randomBytes(SALT_BYTES).toString('hex');
      const key = await work(() => derive(password, salt, cost));
      return [SCHEME, cost.N, cost.r, cost.p, salt, key.toString('hex')].join(':');
    },
    async verify(pair: { hash: string; password: string }): Promise<boolean> {
      const name = createHmac('sha256', secret).update(`${pair.hash} ${pair.password}`).digest('base64url');
      const known = compared.get(name);
      if (known !== undefined) return known;
      const isRight = await compare(pair);
      compared.set(name, isRight);
      setTimeout(() => compared.delete(name), REMEMBERED_MS).unref();
      return isRight;
    },
  };
}

const SCHEME = 'scrypt';

/** Hashes of better-auth are weaker than ours; they are renewed at the next sign-in. */
export const isOutdated = (hash: string): boolean => !hash.startsWith(`${SCHEME}:`);

function derive(password: string, salt: string, { N, r, p }: Cost): Promise<Buffer> {
  const options = { N, r, p, maxmem: 2 * 128 * N * r };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
