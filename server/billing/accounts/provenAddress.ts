import type { Applying, With } from '../context.ts';
import { tryRow } from '../jobs/retry.ts';
import { readWithin } from '../sync/adopt/adoption.ts';
import { claimLost } from './move/claimLost.ts';
import { joinAccounts } from './move/joinAccounts.ts';

export const CUSTOMER_ADDRESSES = 'customer addresses';

/** How long a user waits for the answer to a mailed link. */
const ANSWER_MS = 4_000;
const AT_ONCE = 50;

interface ProvenAddress {
  userId: string;
  email: string;
  /** The account's previous address. */
  before: string;
  /** The account that ended in this one. */
  joined?: string | null;
}

const QUEUE = `INSERT INTO retry (job, key, "dueAt", "lastError")
  SELECT '${CUSTOMER_ADDRESSES}', id, clock_timestamp(), 'not tried yet' FROM customer
  WHERE "userId" = $1 AND "deletedAt" IS NULL AND "billingEmail" IS NULL
  ON CONFLICT (job, key) DO UPDATE SET "dueAt" = clock_timestamp(), attempts = 1`;

/** A page that was opened before offers no trial: the next checkout replaces it. */
const OFFERED_NO_MORE = `UPDATE checkout SET "expiresAt" = least("expiresAt", clock_timestamp())
  WHERE "userId" = $1 AND "openKey" IS NOT NULL AND interval <> 'one_time'`;

const DUE = `SELECT r.key, r."dueAt"::text, c.provider, c."providerCustomerId", u.email FROM retry r
  LEFT JOIN customer c ON c.id = r.key AND c."deletedAt" IS NULL AND c."billingEmail" IS NULL
  LEFT JOIN "user" u ON u.id = c."userId" AND u."emailVerified"
  WHERE r.job = '${CUSTOMER_ADDRESSES}' AND r."dueAt" <= clock_timestamp() ORDER BY r."dueAt" LIMIT ${AT_ONCE}`;

interface Due {
  key: string;
  dueAt: string;
  provider: string | null;
  providerCustomerId: string;
  email: string | null;
}

/** Handles a newly proven address. Provider calls that fail are left to a job; never rejects for them. */
export async function onProvenAddress(
  billing: Applying & With<'adapter' | 'announce' | 'hasAccounts'>,
  account: ProvenAddress,
): Promise<void> {
  const { userId, email, before, joined } = account;
  if (joined) await joinAccounts(billing, { from: joined, to: userId });
  await billing.database.pool.query(OFFERED_NO_MORE, [userId]);
  if (before !== email) await billing.database.pool.query(QUEUE, [userId]);
  await claimLost(billing, { userId, email });
  await readWithin(billing, { id: userId, email, emailVerified: true }, ANSWER_MS).catch((error: unknown) =>
    billing.log.warn({ err: error, userId }, 'The work after a verified address is postponed'),
  );
  for (const owner of [userId, joined]) if (owner) billing.announce(owner);
}

/**
 * Sends changed addresses to the providers' customers, with retries. Only one job does this, so that of two changes the
 * later one arrives last; a change that comes in the meantime stays due.
 */
export async function passOnAddresses(
  billing: With<'adapters' | 'database' | 'log'>,
  signal?: AbortSignal,
): Promise<void> {
  const { jobPool } = billing.database;
  const { rows } = await jobPool.query<Due>(DUE);
  for (const { key, dueAt, provider, providerCustomerId, email } of rows) {
    signal?.throwIfAborted();
    await tryRow(jobPool, { job: CUSTOMER_ADDRESSES, key, dueAt }, async () => {
      if (provider === null || email === null) return;
      const adapter = billing.adapters.get(provider);
      if (!adapter) throw new Error(`Provider ${provider} is not set up`);
      if (await adapter.changeCustomerAddress(providerCustomerId, email)) return;
      billing.log.info({ customerId: key }, "The provider keeps its customer's former address");
    });
  }
}
