import { createHash } from 'node:crypto';
import type { CreatedCustomer, CustomerInput } from '../../../adapters/calls.ts';
import type { Customer } from '../../../database/generated/client.ts';
import { countAttempt, forgetAttempts, type RateLimit } from '../../../database/rateLimits.ts';
import { AppError } from '../../../errors.ts';
import type { Applying, BillingUser, With } from '../../context.ts';
import { recordId } from '../../records/recordId.ts';
import { adoptCustomer } from '../../sync/adopt/adoptCustomer.ts';
import { recordCustomer } from '../../sync/reconcile/recordCustomer.ts';
import { releaseAddress, reportKept } from './releaseAddress.ts';
import { isReleasedAddress } from './releasedAddress.ts';

const MOST_ATTEMPTS = 10;

type Ensuring = Applying & With<'adapter' | 'placeholderDomain'>;

/**
 * The customer that a user's checkouts are bound to, created at the active provider before the first one. If the
 * provider had it already, the records then include its subscriptions. Throws
 * AppError: email_not_verified if the provider keeps this address for a customer that isn't this user's (address_taken:
 * for an organisation), too_many_requests.
 */
export async function ensureCustomer(billing: Ensuring, user: BillingUser): Promise<Customer> {
  const known = await findCustomers(billing, user.id);
  const own = known.find(({ deletedAt }) => deletedAt === null);
  if (!own) return createCustomer(billing, user, known);
  return isReleasedAddress(own.email) ? giveAddress(billing, user, own) : own;
}

/** Somebody else proved the address that the customer had: it gets its owner's present one before it buys. */
async function giveAddress(billing: Ensuring, user: BillingUser, customer: Customer): Promise<Customer> {
  const { adapter, database } = billing;
  const { id, providerCustomerId } = customer;
  await withAddress(billing, user, async () => {
    const isGiven = await adapter.changeCustomerAddress(providerCustomerId, user.email);
    return isGiven ? { providerCustomerId, isNew: false } : null;
  });
  return database.prisma.customer.update({ where: { id }, data: { email: user.email } });
}

/** The customer that gets the user's address, which others may hold who never bought. Throws AppError. */
async function withAddress(
  billing: Ensuring,
  user: BillingUser,
  ask: () => Promise<CreatedCustomer | null>,
): Promise<CreatedCustomer> {
  if (user.emailVerified) await releaseAddress(billing, user);
  const found = await limited(billing, user, ask);
  if (found) return found;
  if (user.emailVerified) await reportKept(billing, user);
  throw new AppError(user.isOrganisation ? 'address_taken' : 'email_not_verified');
}

/** Newest first, deleted ones included. */
function findCustomers({ database, adapter }: With<'adapter' | 'database'>, userId: string): Promise<Customer[]> {
  const where = { userId, provider: adapter.provider };
  return database.prisma.customer.findMany({ where, orderBy: { updatedAt: 'desc' } });
}

async function createCustomer(billing: Ensuring, user: BillingUser, former: readonly Customer[]): Promise<Customer> {
  const { adapter } = billing;
  const before = [...former.map(({ id }) => id), ...(await movedFrom(billing, user.id))].sort();
  const input = { userId: user.id, userEmail: user.email, idempotencyKey: idempotencyKey(user, before) };
  const { providerCustomerId, isNew } = await withAddress(billing, user, () => createOwn(billing, input));
  if (!isNew) return adoptCustomer(billing, user, { providerCustomerId, statedUserId: user.id });
  return recordCustomer(billing, {
    provider: adapter.provider,
    providerCustomerId,
    userId: user.id,
    email: user.email,
  });
}

/**
 * A refusal reveals that a customer has this address, so refusals are limited; strangers' refusals don't count against
 * who has proven it.
 */
async function limited(
  { database }: With<'database'>,
  { id, email, emailVerified }: BillingUser,
  create: () => Promise<CreatedCustomer | null>,
): Promise<CreatedCustomer | null> {
  const subjects = emailVerified ? [id] : [id, email.toLowerCase()];
  const limits = subjects.map((subject): RateLimit => ({ kind: 'customer', subject, most: MOST_ATTEMPTS }));
  await countAttempt(database.pool, ...limits);
  let isForeign = false;
  try {
    const created = await create();
    isForeign = created === null;
    return created;
  } finally {
    if (!isForeign) await forgetAttempts(database.pool, ...limits);
  }
}

/** null: the address is another customer's. */
async function createOwn(billing: With<'adapter' | 'database'>, input: CustomerInput): Promise<CreatedCustomer | null> {
  const created = await billing.adapter.createCustomer(input);
  if (!created || !(await isOthers(billing, created.providerCustomerId, input.userId))) return created;
  return input.idIsTaken ? null : createOwn(billing, { ...input, idIsTaken: true });
}

/** One that was moved: where an address has only one customer, the provider answers with it again. */
async function isOthers(
  { database, adapter }: With<'adapter' | 'database'>,
  providerCustomerId: string,
  userId: string,
): Promise<boolean> {
  const where = { id: recordId('customer', adapter.provider, providerCustomerId), userId: { not: userId } };
  return (await database.prisma.customer.count({ where })) > 0;
}

/** The audit rows by which earlier customers went to others: the next one is another customer. */
async function movedFrom({ database }: With<'database'>, userId: string): Promise<string[]> {
  const where = { userId, action: { in: ['move', 'move_undone'] } };
  const rows = await database.prisma.audit.findMany({ where, select: { id: true } });
  return rows.map(({ id }) => `${id}`);
}

/** One customer per user and address, even with concurrent calls; a new one after the last was deleted or moved. */
function idempotencyKey({ id, email }: BillingUser, before: readonly string[]): string {
  return `customer-${createHash('sha256')
    .update([id, email, ...before].join('\n'))
    .digest('base64url')}`;
}
