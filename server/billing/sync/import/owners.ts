import type { AccountCustomer } from '../../../adapters/adapter.ts';
import type { With } from '../../context.ts';
import { GONE } from '../../records/gone.ts';
import { isNobody } from '../../records/nobody.ts';
import { type ImportInput, keyOf } from './importInput.ts';

/** `expected`: the address whose prover becomes the owner. `wanted`: whom the operator named, who is no user here. */
export type Owner =
  | { kind: 'owner'; userId: string; assigned: boolean }
  | { kind: 'expected'; email: string; reason: string }
  | { kind: 'nobody'; reason: string; wanted?: string };

const EXPECTED = 'the address in the CSV is not proven yet';

interface Candidate {
  /** A user id, or an address in lower case. */
  user: string;
  /** Where it comes from, for people. */
  from: string;
  assigned: boolean;
}

/** The owners of customers that our records don't know, by the provider's id. */
export async function ownersOf(
  billing: With<'database' | 'hasAccounts'>,
  customers: readonly AccountCustomer[],
  input: ImportInput,
): Promise<Map<string, Owner>> {
  const candidates = customers.map((customer) => [customer, candidateOf(customer, input)] as const);
  const known = await readUsers(
    billing,
    candidates.flatMap(([, candidate]) => candidate?.user ?? []),
  );
  return new Map(
    candidates.map(([{ providerCustomerId }, candidate]) => [
      providerCustomerId,
      candidate
        ? decide(billing, candidate, { ...known, mayBeLost: input.restoredFrom !== undefined })
        : { kind: 'nobody', reason: 'it has no address, and names no user' },
    ]),
  );
}

/** What the operator says wins over what the provider's record says; an address counts last. */
function candidateOf(customer: AccountCustomer, { map, trustedKey }: ImportInput): Candidate | null {
  const { providerCustomerId, statedUserId, metadata } = customer;
  const email = customer.email?.toLowerCase() ?? '';
  const mapped = map?.users.get(providerCustomerId) ?? (email === '' ? undefined : map?.users.get(email));
  if (mapped !== undefined) return { user: keyOf(mapped), from: 'the CSV', assigned: true };
  const trusted = trustedKey === undefined ? undefined : metadata[trustedKey];
  if ((typeof trusted === 'string' || typeof trusted === 'number') && trusted !== '')
    return { user: keyOf(`${trusted}`), from: `its metadata (${trustedKey})`, assigned: true };
  if (statedUserId !== null) return { user: statedUserId, from: 'the provider’s record', assigned: false };
  return email === '' ? null : { user: email, from: 'its address', assigned: false };
}

/** `mayBeLost`: an account of ours may be missing. */
type Known = KnownUsers & { mayBeLost: boolean };

function decide(billing: With<'hasAccounts'>, { user, from, assigned }: Candidate, known: Known): Owner {
  const proven = known.byAddress.get(user);
  if (proven !== undefined) return { kind: 'owner', userId: proven, assigned };
  const isNone = isNobody(user) || user.length > 200;
  if (isNone) return { kind: 'nobody', reason: `${from} names no user` };
  if (known.gone.has(user)) return { kind: 'nobody', reason: `${from} names a deleted account` };
  const isId =
    known.ids.has(user) || (!billing.hasAccounts && from !== 'its address' && !(assigned && isAddress(user)));
  if (isId) return { kind: 'owner', userId: user, assigned };
  if (known.mayBeLost && !assigned && ACCOUNT_ID.test(user)) return { kind: 'owner', userId: user, assigned };
  if (from === 'its address') return { kind: 'nobody', reason: 'nobody here has proven its address' };
  if (assigned && isAddress(user)) return { kind: 'expected', email: user, reason: EXPECTED };
  return { kind: 'nobody', reason: `${from} names ${user}, who is no user here`, ...(assigned && { wanted: user }) };
}

const isAddress = (user: string): boolean => user.includes('@');

interface KnownUsers {
  ids: ReadonlySet<string>;
  /** User ids by proven addresses. */
  byAddress: ReadonlyMap<string, string>;
  gone: ReadonlySet<string>;
}

/** As our accounts have them. */
const ACCOUNT_ID = /^[A-Za-z0-9]{32}$/;

async function readUsers({ database }: With<'database'>, names: readonly string[]): Promise<KnownUsers> {
  const { prisma, pool } = database;
  const accounts = await prisma.user.findMany({
    where: { OR: [{ id: { in: [...names] } }, { email: { in: names.filter(isAddress) }, emailVerified: true }] },
    select: { id: true, email: true, emailVerified: true },
  });
  const { rows: gone } = await pool.query<{ userId: string }>(
    `SELECT g."userId" FROM ${GONE} g WHERE g."userId" = ANY($1)`,
    [names],
  );
  return {
    ids: new Set(accounts.map(({ id }) => id)),
    byAddress: new Map(accounts.filter((user) => user.emailVerified).map(({ id, email }) => [email, id])),
    gone: new Set(gone.map(({ userId }) => userId)),
  };
}
