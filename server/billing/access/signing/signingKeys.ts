import { createPrivateKey, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import type { Pool } from '../../../database/client.ts';
import { inTransaction } from '../../../database/inTransaction.ts';
import type { KeyBox } from '../../../database/keys/keyBox.ts';

/** How long verifiers may cache the public keys. */
export const JWKS_SECONDS = 300;
/** The longest life of a token, plus a minute of clock skew. */
const LAST_TOKEN_SECONDS = 3_660;
/** How long a process signs before it reads again which key is current. */
const REMEMBERED_MS = 5_000;
/** Requests for the public keys within this time share one read: anyone may ask, as often as they like. */
const SHARED_MS = 1_000;

export interface SigningKey {
  kid: string;
  privateKey: KeyObject;
}

export interface PublicKey {
  kid: string;
  kty: string;
  crv: string;
  x: string;
  alg: 'EdDSA';
  use: 'sig';
}

/** The keys that sign access answers. They are stored in the database, so that all processes sign with the same key. */
export interface SigningKeys {
  /** The current key; the first one is created on demand. */
  current(): Promise<SigningKey>;
  /** Every key whose tokens may still be valid, and the one that signs next. */
  published(): Promise<PublicKey[]>;
  /**
   * A new key signs once every verifier can have read it; `now`: at once, and tokens of all other keys become invalid.
   */
  rotate(how: { now: boolean }): Promise<{ kid: string; signsFrom: Date }>;
}

const CURRENT = {
  name: 'signing-key',
  text: `SELECT kid, "privateKey" FROM signing_key WHERE "signsFrom" <= clock_timestamp()
    ORDER BY "signsFrom" DESC, kid LIMIT 1`,
};
const PUBLISHED = `SELECT "publicKey" FROM signing_key
  WHERE "shownUntil" IS NULL OR "shownUntil" > clock_timestamp() ORDER BY "signsFrom" DESC, kid`;
/** `$4`: seconds until the key signs. The other keys stay published until their last tokens expire. */
const ADD = `WITH former AS (
    UPDATE signing_key SET "shownUntil" = clock_timestamp() + ($4 + ${LAST_TOKEN_SECONDS}) * interval '1 second'
    WHERE "shownUntil" IS NULL
  )
  INSERT INTO signing_key (kid, "publicKey", "privateKey", "signsFrom")
  VALUES ($1, $2, $3, clock_timestamp() + $4 * interval '1 second') RETURNING "signsFrom"`;
const LOCK = "SELECT pg_advisory_xact_lock(hashtext('subscription-payments signing key'))";
const DROP_OTHERS = 'DELETE FROM signing_key WHERE kid <> $1';

type Queries = Pick<Pool, 'query'>;

export function createSigningKeys(pool: Pool, box: KeyBox): SigningKeys {
  let remembered: { key: SigningKey; at: number } | null = null;
  let shared: { keys: Promise<PublicKey[]>; at: number } | null = null;

  async function add(afterSeconds: number, db: Queries = pool): Promise<{ kid: string; signsFrom: Date }> {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const kid = randomUUID();
    const jwk = { ...publicKey.export({ format: 'jwk' }), kid, alg: 'EdDSA', use: 'sig' };
    const sealed = box.seal(privateKey.export({ format: 'pem', type: 'pkcs8' }).toString());
    const { rows } = await db.query<{ signsFrom: Date }>(ADD, [kid, JSON.stringify(jwk), sealed, afterSeconds]);
    return { kid, signsFrom: rows[0]?.signsFrom ?? new Date() };
  }

  async function read(db: Queries = pool): Promise<SigningKey | null> {
    const { rows } = await db.query<{ kid: string; privateKey: string }>(CURRENT);
    const [row] = rows;
    if (!row) return null;
    if (row.kid === remembered?.key.kid) return remembered.key;
    const pem = box.open(row.privateKey);
    return pem === null ? null : { kid: row.kid, privateKey: createPrivateKey(pem) };
  }

  async function current(): Promise<SigningKey> {
    if (remembered && Date.now() - remembered.at < REMEMBERED_MS) return remembered.key;
    let key = await read();
    if (!key) {
      // There is no key yet, or none that can be opened. Of several processes that find this at once, one adds it.
      key = await inTransaction(pool, async (client) => {
        await client.query(LOCK);
        if (!(await read(client))) await add(0, client);
        return read(client);
      });
    }
    if (!key) throw new Error('No key signs access tokens');
    remembered = { key, at: Date.now() };
    return key;
  }

  async function readPublished(): Promise<PublicKey[]> {
    await current();
    const { rows } = await pool.query<{ publicKey: PublicKey }>(PUBLISHED);
    return rows.map(({ publicKey }) => publicKey);
  }

  return {
    current,
    published() {
      if (shared && Date.now() - shared.at < SHARED_MS) return shared.keys;
      const keys = readPublished();
      shared = { keys, at: Date.now() };
      keys.catch(() => (shared = null));
      return keys;
    },
    async rotate({ now }) {
      [remembered, shared] = [null, null];
      if (!now) await current();
      const added = await add(now ? 0 : JWKS_SECONDS);
      if (now) await pool.query(DROP_OTHERS, [added.kid]);
      return added;
    },
  };
}
