import type { Billing } from '../context.ts';
import { inList } from '../records/columns.ts';
import { endedStatuses } from '../records/subscription.ts';
import { compareCustomer, compareUnlinked } from './reconcile/compareCustomer.ts';
import { syncCheckouts, unfinishedCheckout } from './syncCheckouts.ts';

/** So long the providers' word counts. */
const FRESH_MS = 10 * 60_000;
/** The same while a page is open that can be paid. */
const FRESH_BESIDE_OPEN_MS = 60_000;

const notEnded = { status: { notIn: [...endedStatuses] } };

export interface LastAsked {
  at: Date | null;
  /** What our records show is all that there is: the providers said so of late, or there is nobody to ask. */
  isFresh: boolean;
  /** A checkout that may have been paid without our knowing. */
  isOpen: boolean;
}

/** One statement: it is part of what every page asks. */
const LAST_ASKED = {
  name: 'last-asked',
  text: `SELECT (SELECT "askedAt" FROM provider_check WHERE "userId" = $1) AS at,
    (SELECT max("createdAt") FROM checkout WHERE "userId" = $1 AND "createdAt" > $2 AND "completedAt" IS NULL
      AND "endedAt" IS NULL AND "sessionId" IS NOT NULL) AS "openSince",
    EXISTS (SELECT FROM customer WHERE "userId" = $1 AND "deletedAt" IS NULL)
      OR EXISTS (SELECT FROM subscription WHERE "userId" = $1 AND status NOT IN ${inList(endedStatuses)}) AS "isKnown"`,
};

interface Row {
  at: Date | null;
  openSince: Date | null;
  /** To a provider. */
  isKnown: boolean;
}

export async function lastAsked({ database }: Billing, userId: string): Promise<LastAsked> {
  const values = [userId, unfinishedCheckout().createdAt.gt];
  const { rows } = await database.pool.query<Row>({ ...LAST_ASKED, values });
  const { at = null, openSince = null, isKnown = false } = rows[0] ?? {};
  const isOpen = openSince !== null;
  const freshMs = isOpen ? FRESH_BESIDE_OPEN_MS : FRESH_MS;
  const wasAsked = at !== null && at.getTime() > Date.now() - freshMs && !(openSince && openSince > at);
  return { at, isOpen, isFresh: wasAsked || (!isOpen && !isKnown) };
}

/**
 * Asks the providers for all that a user has there, open checkouts included, and repairs what the records have
 * otherwise. Resolves to whether all of them could be asked: one that is not set up can't. Rejects when one is away.
 */
export async function askProviders(billing: Billing, userId: string): Promise<boolean> {
  const { customer, providerCheck, subscription } = billing.database.prisma;
  const askedAt = new Date();
  await syncCheckouts(billing, userId);
  const [customers, records] = await Promise.all([
    customer.findMany({ where: { userId, deletedAt: null } }),
    subscription.findMany({ where: { userId, ...notEnded } }),
  ]);
  const own = customers.map((one) => ({
    customer: one,
    records: records.filter(({ customerId }) => customerId === one.id),
  }));
  const unlinked = records.filter(({ customerId }) => customers.every(({ id }) => id !== customerId));
  const compared = await Promise.all([
    ...own.map((found) => compareAt(billing, found.customer, (context) => compareCustomer(context, found))),
    ...unlinked.map((record) => compareAt(billing, record, (context) => compareUnlinked(context, record))),
  ]);
  const drifts = compared.flatMap((one) => one?.drifts ?? []);
  if (drifts.length > 0) billing.log.info({ userId, drifts }, 'A provider said what no webhook had');
  if (compared.includes(null)) return false;
  await providerCheck.upsert({ where: { userId }, create: { userId, askedAt }, update: { askedAt } });
  return true;
}

/** null: the provider is not set up. */
async function compareAt<T>(
  billing: Billing,
  { provider }: { provider: string },
  compare: (context: Parameters<typeof compareCustomer>[0]) => Promise<T>,
): Promise<T | null> {
  const adapter = billing.adapters.get(provider);
  return adapter ? compare({ billing, adapter, fix: true }) : null;
}
