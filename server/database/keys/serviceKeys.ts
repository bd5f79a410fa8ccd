import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { createKeyBox, type KeyBox } from './keyBox.ts';

/** A random key for each purpose: rotating AUTH_SECRET, which only wraps them, changes none of them. */
export interface ServiceKeys {
  /** Signs the cookies and bearer tokens of sessions, and remembered devices. */
  sessions: string;
  /** Encrypts the private keys that sign access tokens. */
  signing: string;
  /** Hashes the marks of used trials. */
  trials: string;
}

/** `isOpen` false: the stored keys could not be opened, and these last as long as the process. */
export type OpenedKeys = ServiceKeys & { isOpen: boolean };

const NAMES: readonly (keyof ServiceKeys)[] = ['sessions', 'signing', 'trials'];
const KEY_BYTES = 32;
const PURPOSE = 'the keys of the service';

/** AUTH_SECRET is neither the one that wrapped the keys nor follows it. */
export class WrongAuthSecret extends Error {
  override name = 'WrongAuthSecret';

  constructor(key: string) {
    super(
      `AUTH_SECRET does not open the keys in the database (${key}): set it as the other processes have it or, to change ` +
        'it, as new,old. Without the old one: DELETE FROM service_secret, and everyone signs in again',
    );
  }
}

const READ = 'SELECT name, wrapped FROM service_secret';
/** Of several processes that start at once, the first one's keys count. */
const ADD = 'INSERT INTO service_secret (name, wrapped) VALUES ($1, $2) ON CONFLICT DO NOTHING';
const WRAP_ANEW = 'UPDATE service_secret SET wrapped = $3 WHERE name = $1 AND wrapped = $2';

interface Row {
  name: string;
  wrapped: string;
}

interface OpenOptions {
  /** The current AUTH_SECRET, then former ones: what they wrapped is wrapped anew under the first. */
  secrets: readonly string[];
  /** false, for commands: nothing is written, and what can't be opened is no error. */
  store?: boolean;
}

/** Opens the keys that are stored in the database, and makes the missing ones. Throws WrongAuthSecret. */
export async function openServiceKeys(url: string, { secrets, store = true }: OpenOptions): Promise<OpenedKeys> {
  const boxes = secrets.map((secret) => createKeyBox(secret, PURPOSE));
  const client = new pg.Client({ connectionString: url, application_name: 'subscription-payments start' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const made = () => randomBytes(KEY_BYTES).toString('base64url');
    if (store) for (const name of NAMES) await client.query(ADD, [name, boxes[0]?.seal(made())]);
    const { rows } = await client.query<Row>(READ);
    const found = rows.filter(isNeeded);
    const opened: OpenedKeys = {
      sessions: made(),
      signing: made(),
      trials: made(),
      isOpen: found.length === NAMES.length,
    };
    for (const row of found) {
      const key = await openOne(client, row, boxes);
      if (key !== null) opened[row.name] = key;
      else if (store) throw new WrongAuthSecret(row.name);
      else opened.isOpen = false;
    }
    return opened;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const isNeeded = (row: Row): row is Row & { name: keyof ServiceKeys } => NAMES.some((name) => name === row.name);

async function openOne(
  client: pg.Client,
  { name, wrapped }: Row,
  [current, ...former]: KeyBox[],
): Promise<string | null> {
  const key = current?.open(wrapped) ?? null;
  if (key !== null) return key;
  for (const box of former) {
    const found = box.open(wrapped);
    if (found === null) continue;
    await client.query(WRAP_ANEW, [name, wrapped, current?.seal(found)]);
    return found;
  }
  return null;
}
