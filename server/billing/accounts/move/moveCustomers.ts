import type { Filled } from '../../../adapters/remarks.ts';
import { writeAudit } from '../../../database/audit.ts';
import { withLease } from '../../../database/lease.ts';
import { endForAnother } from '../../checkout/open/supersede.ts';
import type { Applying, With } from '../../context.ts';
import { isGone } from '../../records/gone.ts';
import { ownersLease } from '../../subscriptions/duplicates/lookAtOwner.ts';
import { unfinishedCheckout } from '../../sync/syncCheckouts.ts';
import { type Belongings, belongings, belongingsOf, giveBelongings, isNothing } from './belongings.ts';
import { tellOwners } from './tellOwners.ts';

/** A move that is not possible; the message says why. */
export type MoveSentence =
  | 'A second subscription is being ended'
  | 'Another process is working on these subscriptions: try again'
  | 'Both are the same user'
  | 'It belongs to {}: billing move {} {}'
  | 'It is theirs already'
  | 'Nothing of it is left to give'
  | 'The account that it came from was deleted'
  | 'The receiving account was deleted'
  | '{} has no customer {}'
  | '{} has nothing to move'
  | '{} is a claim of an address, which moved nothing. Let the buyer sign up, and run billing move {} <buyer>'
  | '{} is neither a move nor a link';

/** Says why, in one of the sentences that the operators' pages have in German, too. */
export class MoveRefused extends Error {
  constructor(why: Filled<MoveSentence>) {
    super(why);
  }
}

export interface Move {
  from: string;
  to: string;
  reason: string;
  /** As `writeAudit` takes it. */
  actor: string;
  /** Open pages that can't be ended now do not stop the move; what is paid on them goes to the new owner too. */
  pagesMayStay?: boolean;
  /** Default: move. */
  action?: 'move' | 'link';
}

export interface Moved {
  /** Of the audit row: `undoMove` takes it. */
  auditId: string;
  from: string;
  to: string;
  /** How many records changed their owner. */
  records: number;
}

/**
 * Gives a user's customers, with everything of theirs, and what else the user has bought or was granted, to another
 * user. Their open checkout pages are ended where the provider can. Nothing at a provider changes: a customer's owner
 * here wins over the user that later events name. Throws MoveRefused.
 */
export async function moveCustomers(billing: Applying & With<'announce'>, move: Move): Promise<Moved> {
  const { from, to, reason, actor, pagesMayStay, action = 'move' } = move;
  if (from === to) throw new MoveRefused('Both are the same user');
  if (await isGone(billing.database.pool, to)) throw new MoveRefused('The receiving account was deleted');
  return withOwners(billing, [from, to], async () => {
    await endOpenPages(billing, from).catch((error: unknown) => {
      if (!pagesMayStay) throw error;
      billing.log.warn({ err: error, userId: from }, 'Checkout pages of a moved account stay open');
    });
    return give(billing, { from, to }, async (tables) => {
      const all = await belongingsOf(tables, from);
      if (isNothing(all)) throw new MoveRefused(`${from} has nothing to move`);
      // To whoever had the trial they are another account's marks from now on.
      await tables.trialMark.updateMany({ where: { userId: from }, data: { userId: to } });
      return { all, entry: { action, actor, reason, details: all } };
    });
  });
}

/**
 * Gives the customers of a move or a link back, with everything of theirs, also what came since. Throws MoveRefused if that was
 * done before, or the audit row is neither.
 */
export async function undoMove(
  billing: Applying & With<'announce'>,
  { auditId, reason, actor }: { auditId: string; reason: string; actor: string },
): Promise<Moved> {
  const { prisma, pool } = billing.database;
  const row = /^\d{1,18}$/.test(auditId) ? await prisma.audit.findUnique({ where: { id: BigInt(auditId) } }) : null;
  if (row?.action === 'address_claimed') throw new MoveRefused(claimed(row));
  if (!row?.toUserId || !(row.action === 'move' || row.action === 'link'))
    throw new MoveRefused(`${auditId} is neither a move nor a link`);
  const { userId: to, toUserId: from } = row;
  if (await isGone(pool, to)) throw new MoveRefused('The account that it came from was deleted');
  const all = belongings.parse(row.details);
  return withOwners(billing, [from, to], async () => {
    await endOpenPages(billing, from, all.customers);
    const details = { undoes: auditId };
    return give(billing, { from, to }, async () => ({ all, entry: { action: 'move_undone', actor, reason, details } }));
  });
}

const claimed = ({ id, userId }: { id: bigint; userId: string }): Filled<MoveSentence> =>
  `${id} is a claim of an address, which moved nothing. Let the buyer sign up, and run billing move ${userId} <buyer>`;

type Tables = Parameters<typeof giveBelongings>[0];
type Entry = Omit<Parameters<typeof writeAudit>[1], 'userId' | 'toUserId'>;
type Plan = (tables: Tables) => Promise<{ all: Belongings; entry: Entry }>;

async function give(
  billing: With<'announce' | 'database' | 'log'>,
  owners: { from: string; to: string },
  plan: Plan,
): Promise<Moved> {
  const { from, to } = owners;
  const moved = await billing.database.prisma.$transaction(async (tables) => {
    const { all, entry } = await plan(tables);
    const records = await giveBelongings(tables, all, owners);
    if (records === 0) throw new MoveRefused('Nothing of it is left to give');
    await tables.accessChange.createMany({ data: [{ userId: from }, { userId: to }] });
    await tables.providerCheck.deleteMany({ where: { userId: { in: [from, to] } } });
    const auditId = await writeAudit(tables, { ...entry, userId: from, toUserId: to });
    return { auditId: `${auditId}`, from, to, records };
  });
  await tellOwners(billing, [from, to]);
  const { auditId, records } = moved;
  billing.log.info({ auditId, from, to, records }, 'Customers were moved to another user');
  return moved;
}

/** Nothing else decides about these owners' subscriptions meanwhile. Throws MoveRefused while one is being ended. */
export async function withOwners<T>(
  billing: With<'database'>,
  owners: [string, string],
  work: () => Promise<T>,
): Promise<T> {
  const { jobPool, prisma } = billing.database;
  const held = async <R>(owner: string, inside: () => Promise<R>): Promise<R> => {
    const leased = await withLease(jobPool, { name: ownersLease(owner) }, inside);
    if (!leased.held) throw new MoveRefused('Another process is working on these subscriptions: try again');
    return leased.result;
  };
  return held(owners[0], () =>
    held(owners[1], async () => {
      const where = { userId: { in: owners }, state: { in: ['ending', 'refunding'] } };
      if ((await prisma.duplicate.count({ where })) > 0) throw new MoveRefused('A second subscription is being ended');
      return work();
    }),
  );
}

/** Of a user, or only those of these customers. */
async function endOpenPages(billing: Applying, userId: string, customers?: string[]): Promise<void> {
  const customerId = customers && { in: customers };
  const where = { ...unfinishedCheckout(), userId, customerId };
  for (const page of await billing.database.prisma.checkout.findMany({ where })) await endForAnother(billing, page);
}
