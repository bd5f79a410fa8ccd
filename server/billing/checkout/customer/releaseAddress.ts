import type { FoundCustomer } from '../../../adapters/calls.ts';
import { writeAudit } from '../../../database/audit.ts';
import type { Applying, BillingUser, With } from '../../context.ts';
import { isGone } from '../../records/gone.ts';
import { recordId } from '../../records/recordId.ts';
import { isKnownUser } from '../../sync/adopt/isKnownUser.ts';
import { listAll } from '../../sync/reconcile/compareCustomer.ts';
import { unfinishedCheckout } from '../../sync/syncCheckouts.ts';
import { endForAnother } from '../open/supersede.ts';
import { newReleasedAddress } from './releasedAddress.ts';

type Prover = Pick<BillingUser, 'id' | 'email'>;
type FoundHolder = FoundCustomer & { statedUserId: string };

/** As `decideClaim` counts it: also a trial, a failed first payment, and a plan that an operator gave. */
const HAS_BOUGHT = {
  name: 'has-bought',
  text: `SELECT EXISTS (SELECT FROM subscription WHERE "userId" = $1) OR EXISTS (SELECT FROM payment WHERE "userId" = $1)
    OR EXISTS (SELECT FROM access_grant WHERE "userId" = $1 AND "revokedAt" IS NULL) AS bought`,
};

/**
 * Before a user who proved an address gets a customer with it: other users' customers that hold it lose it at the
 * provider, if their owner never bought or deleted the account. Nothing changes its owner, and who bought keeps the
 * address. Rejects when the provider is unavailable and keeps one customer for each address.
 */
export async function releaseAddress(
  billing: Applying & With<'adapter' | 'placeholderDomain'>,
  prover: Prover,
): Promise<void> {
  const { adapter, log } = billing;
  try {
    const found = await adapter.findCustomers(prover.email);
    for (const held of await ownersOf(billing, found))
      if (held.statedUserId !== prover.id && (await mayLoseIt(billing, held, prover)))
        await move(billing, held, prover);
  } catch (error) {
    if (adapter.findsBuyersByAddress) throw error;
    log.warn({ err: error, userId: prover.id }, 'The customers with a proven address could not be read');
  }
}

/** Our record of a customer decides whose it is. */
async function ownersOf(
  { adapter, database }: With<'adapter' | 'database'>,
  found: readonly FoundCustomer[],
): Promise<FoundHolder[]> {
  const idOf = ({ providerCustomerId }: FoundCustomer) => recordId('customer', adapter.provider, providerCustomerId);
  const recorded = await database.prisma.customer.findMany({
    where: { id: { in: found.map(idOf) } },
    select: { id: true, userId: true },
  });
  const owners = new Map(recorded.map(({ id, userId }) => [id, userId]));
  return found.flatMap((one) => {
    const statedUserId = owners.get(idOf(one)) ?? one.statedUserId;
    return statedUserId === null ? [] : [{ ...one, statedUserId }];
  });
}

async function mayLoseIt(billing: Applying & With<'adapter'>, held: FoundHolder, prover: Prover): Promise<boolean> {
  const { adapter, database } = billing;
  const { statedUserId: userId, providerCustomerId } = held;
  // An organisation's address names whom to ask, and claims nothing.
  if (userId.startsWith('org:')) return false;
  if (!(await isKnownUser(database.pool, { userId, beside: prover.id }))) return false;
  if (await isGone(database.pool, userId)) return true;
  const { rows } = await database.pool.query<{ bought: boolean }>({ ...HAS_BOUGHT, values: [userId] });
  if (rows[0]?.bought !== false || !(await endPages(billing, userId))) return false;
  return (await listAll(adapter, providerCustomerId)).length === 0;
}

/** false: one was paid, and the records now include the purchase. */
async function endPages(billing: Applying & With<'adapter'>, userId: string): Promise<boolean> {
  const { provider } = billing.adapter;
  const where = { ...unfinishedCheckout(), userId, provider };
  for (const page of await billing.database.prisma.checkout.findMany({ where }))
    if (!(await endForAnother(billing, page))) return false;
  return true;
}

async function move(
  billing: With<'adapter' | 'database' | 'log' | 'placeholderDomain'>,
  { statedUserId: userId, providerCustomerId }: FoundHolder,
  prover: Prover,
) {
  const { adapter, database, log } = billing;
  const email = newReleasedAddress(billing.placeholderDomain);
  if (!(await adapter.changeCustomerAddress(providerCustomerId, email))) return;
  const id = recordId('customer', adapter.provider, providerCustomerId);
  await database.prisma.$transaction(async (tables) => {
    // The record of an erased user has no address.
    await tables.customer.updateMany({ where: { id, email: { not: '' } }, data: { email } });
    const details = { provider: adapter.provider, customer: id };
    await writeAudit(tables, { action: 'address_moved', actor: 'system', userId, toUserId: prover.id, details });
  });
  log.warn({ customerId: id, userId, prover: prover.id }, 'A customer lost its address to the user who proved it');
}

/** Tells operators, once for each user, that the provider keeps a proven address for another customer. */
export async function reportKept(
  { adapter, database, log }: With<'adapter' | 'database' | 'log'>,
  { id: userId }: Prover,
): Promise<void> {
  const { provider } = adapter;
  const entry = { action: 'address_kept', userId } as const;
  const isTold = await database.prisma.audit.count({
    where: { ...entry, details: { path: ['provider'], equals: provider } },
  });
  if (isTold > 0) return;
  await writeAudit(database.prisma, { ...entry, actor: 'system', details: { provider } });
  log.warn({ userId, provider }, 'A proven address stays with another customer: its user must name another one');
}
