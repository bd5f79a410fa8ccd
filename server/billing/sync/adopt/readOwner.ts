import type { FoundCustomer } from '../../../adapters/calls.ts';
import { countAttempt } from '../../../database/rateLimits.ts';
import type { Applying, BillingUser, With } from '../../context.ts';
import { recordId } from '../../records/recordId.ts';
import { listAll } from '../reconcile/compareCustomer.ts';
import { adoptCustomers, isPaidHere, rereadCustomer } from './adoptCustomer.ts';
import { expectedOf, takeExpected } from './expected.ts';
import { inTurns } from './inTurns.ts';
import { isKnownUser } from './isKnownUser.ts';
import { supersedePages } from './supersedePages.ts';

export type Owner = Pick<BillingUser, 'id' | 'email' | 'emailVerified'>;

/** Reads for one address in ten minutes, whoever asks. */
const MOST_READS = 60;

/**
 * Reads everything that a user has at the active provider into our records, whether or not our records know the
 * customers, and what the known ones have at a former provider that is still set up. Resolves to a customer whose live subscription forbids the sale of another, although it is no one's here:
 * it names a user of a former system; null: none. Rejects when the provider is unavailable: then nothing may be sold.
 */
export async function readOwner(billing: Applying & With<'adapter'>, owner: Owner): Promise<string | null> {
  const { adapters, database } = billing;
  const where = { userId: owner.id, provider: { in: [...adapters.keys()] }, deletedAt: null };
  const known = await database.prisma.customer.findMany({ where });
  const blockedBy = await adoptUnknown(billing, owner);
  await inTurns(known, (customer) => rereadCustomer(billing, customer));
  return blockedBy;
}

/** The same for customers that our records don't know yet. */
export async function adoptUnknown(billing: Applying & With<'adapter'>, owner: Owner): Promise<string | null> {
  const found = await findUnknown(billing, owner);
  const own = found.filter(({ statedUserId }) => statedUserId === null || statedUserId === owner.id);
  await adoptCustomers(billing, owner, own);
  await takeExpected(billing, owner);
  if (own.length > 0) await supersedePages(billing, owner.id);
  return blockedBy(
    billing,
    owner,
    found.filter((customer) => !own.includes(customer)),
  );
}

/**
 * Customers that name the user and, for a proven address, those that have it; not the user's in our records. Our record
 * of another user's decides whom it names.
 */
async function findUnknown(
  billing: With<'adapter' | 'database'>,
  { id, email, emailVerified }: Owner,
): Promise<FoundCustomer[]> {
  const { adapter, database } = billing;
  const isProven = emailVerified && email !== '';
  if (isProven) await countAttempt(database.pool, { kind: 'adopt', subject: email.toLowerCase(), most: MOST_READS });
  const named = (await hasCustomer(billing, id)) ? undefined : adapter.findCustomersOf?.({ id, email });
  const answers = await Promise.all([named ?? [], isProven ? adapter.findCustomers(email) : []]);
  const found = new Map(
    answers.flat().map((one) => [recordId('customer', adapter.provider, one.providerCustomerId), one]),
  );
  for (const providerCustomerId of isProven ? await expectedOf(billing, email) : [])
    found.set(recordId('customer', adapter.provider, providerCustomerId), { providerCustomerId, statedUserId: id });
  const recorded = await database.prisma.customer.findMany({
    where: { id: { in: [...found.keys()] }, OR: [{ deletedAt: null }, { userId: { not: id } }] },
    select: { id: true, userId: true, providerCustomerId: true },
  });
  for (const { id: customerId, userId, providerCustomerId } of recorded) {
    if (userId === id) found.delete(customerId);
    else found.set(customerId, { providerCustomerId, statedUserId: userId });
  }
  return [...found.values()];
}

async function hasCustomer({ adapter, database }: With<'adapter' | 'database'>, userId: string): Promise<boolean> {
  const where = { userId, provider: adapter.provider, deletedAt: null };
  return (await database.prisma.customer.count({ where })) > 0;
}

/** One that names a user of ours is that user's business. */
async function blockedBy(
  billing: With<'adapter' | 'database'>,
  owner: Owner,
  foreign: readonly FoundCustomer[],
): Promise<string | null> {
  for (const { providerCustomerId, statedUserId } of foreign) {
    if (statedUserId !== null && (await isKnownUser(billing.database.pool, { beside: owner.id, userId: statedUserId })))
      continue;
    const snapshots = await listAll(billing.adapter, providerCustomerId);
    if (snapshots.some(isPaidHere)) return providerCustomerId;
  }
  return null;
}
