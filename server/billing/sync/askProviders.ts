import type { Applying, With } from '../context.ts';
import { inList } from '../records/columns.ts';
import { endedStatuses } from '../records/subscription.ts';
import { forgetRead } from './adopt/adoption.ts';
import { adoptUnknown, type Owner } from './adopt/readOwner.ts';
import { compareCustomer, compareUnlinked } from './reconcile/compareCustomer.ts';
import { syncCheckouts, unfinishedCheckout } from './syncCheckouts.ts';

/** How long an answer of the providers is valid. */
const FRESH_MS = 10 * 60_000;
/** The same while a page is open that can be paid. */
const FRESH_BESIDE_OPEN_MS = 60_000;

const notEnded = { status: { notIn: [...endedStatuses] } };

export interface LastAsked {
  at: Date | null;
  /** The providers were asked recently, or there is no one to ask. */
  wasAsked: boolean;
  /** The same, and all of them answered: our records are complete. */
  isFresh: boolean;
  /** A checkout that may have been paid without our knowing. */
  isOpen: boolean;
  /** Part of it is at a provider that is not set up and cannot be asked. */
  hasFormer: boolean;
}

const NOT_ENDED = `status NOT IN ${inList(endedStatuses)}`;

/** One statement, because every page runs it. */
const LAST_ASKED = {
  name: 'last-asked',
  text: `SELECT (SELECT "askedAt" FROM provider_check WHERE "userId" = $1) AS at,
    EXISTS (SELECT FROM adoption WHERE "userId" = $1 AND "readAt" IS NULL) AS "isReading",
    (SELECT max("createdAt") FROM checkout WHERE "userId" = $1 AND "createdAt" > $2 AND "completedAt" IS NULL
      AND "endedAt" IS NULL AND "sessionId" IS NOT NULL) AS "openSince",
    (SELECT coalesce(array_agg(DISTINCT provider), '{}') FROM (
      SELECT provider FROM customer WHERE "userId" = $1 AND "deletedAt" IS NULL
      UNION ALL SELECT provider FROM subscription WHERE "userId" = $1 AND ${NOT_ENDED}) known) AS providers`,
};

interface Row {
  at: Date | null;
  openSince: Date | null;
  /** Part of it is being read. */
  isReading: boolean;
  /** The providers that know the user. */
  providers: string[];
}

export async function lastAsked(
  { database, adapters }: With<'adapters' | 'database'>,
  { id, emailVerified }: Pick<Owner, 'id' | 'emailVerified'>,
): Promise<LastAsked> {
  const values = [id, unfinishedCheckout().createdAt.gt];
  const { rows } = await database.pool.query<Row>({ ...LAST_ASKED, values });
  const { at = null, openSince = null, isReading = false, providers = [] } = rows[0] ?? {};
  const isOpen = openSince !== null;
  const freshMs = isOpen ? FRESH_BESIDE_OPEN_MS : FRESH_MS;
  const isRecent = at !== null && at.getTime() > Date.now() - freshMs && !(openSince && openSince > at);
  // A proven address may have customers that nobody linked yet.
  const isNobody = providers.length === 0 && !emailVerified;
  const wasAsked = !isReading && (isRecent || (!isOpen && isNobody));
  const hasFormer = providers.some((provider) => !adapters.has(provider));
  return { at, isOpen, wasAsked, hasFormer, isFresh: wasAsked && !hasFormer };
}

/**
 * Asks the providers for everything that a user has there, including open checkouts and customers that our records
 * don't know yet, and repairs records that differ.
 * Resolves to whether all could be asked: a provider that is not set up cannot. Rejects when one is unavailable.
 */
export async function askProviders(billing: Applying & With<'adapter'>, owner: Owner): Promise<boolean> {
  const userId = owner.id;
  const { customer, providerCheck, subscription } = billing.database.prisma;
  const askedAt = new Date();
  await syncCheckouts(billing, userId);
  await adoptUnknown(billing, owner);
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
  if (drifts.length > 0) billing.log.info({ userId, drifts }, 'A provider reported a change that no webhook had');
  await forgetRead(billing, owner);
  await providerCheck.upsert({ where: { userId }, create: { userId, askedAt }, update: { askedAt } });
  return !compared.includes(null);
}

/** null: the provider is not set up. */
async function compareAt<T>(
  billing: Applying,
  { provider }: { provider: string },
  compare: (context: Parameters<typeof compareCustomer>[0]) => Promise<T>,
): Promise<T | null> {
  const adapter = billing.adapters.get(provider);
  return adapter ? compare({ billing, adapter, fix: true }) : null;
}
