import { APIError, type createAuthMiddleware } from 'better-auth/api';
import type { PrismaClient } from '../../database/client.ts';
import { proveAddress } from '../claims/proveAddress.ts';
import type { Devices } from '../devices.ts';
import { passwordLimits } from '../passwordLimits.ts';
import { isKnownIn } from './marks.ts';
import { AddressTaken } from './ownership.ts';
import { addressOf, newPlaceholder } from './placeholder.ts';
import type { Addresses } from './plugin.ts';

export type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** Tells better-auth to try only the account whose own address is named; set by the REST API alone. */
export const ONLY_ACCOUNT_HEADER = 'x-only-account';

const MOST_PENDING = 5;
const CREDENTIAL = 'credential';

const textIn = (body: unknown, name: string) => {
  const value = (Object(body) as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : '';
};

/**
 * Signing up with the address of another account gets the same answer as with any other address; the new account gets
 * the address once it verifies it.
 */
export async function signUpBeside({ body }: Context, prisma: PrismaClient) {
  const email = textIn(body, 'email').toLowerCase();
  const holder = email && (await prisma.user.findUnique({ where: { email }, select: { id: true } }));
  return holder ? { context: { body: { ...Object(body), email: newPlaceholder(), wantedEmail: email } } } : undefined;
}

interface SignInOptions {
  prisma: PrismaClient;
  devices: Devices;
}

/**
 * Until then the same address with the new password opens the new account: the one that this browser signed up for, else
 * the newest. The account that has the address comes first. Each attempt compares two hashes, better-auth's own included,
 * so that its time does not reveal whether there are such accounts.
 */
export async function signInBeside({ body, context, headers }: Context, { prisma, devices }: SignInOptions) {
  const [email, password] = [textIn(body, 'email').toLowerCase(), textIn(body, 'password')];
  if (!email || !password || password.length > passwordLimits.longest) return undefined;
  const isOf = (accounts: { password: string | null }[]) =>
    accounts[0]?.password ? context.password.verify({ hash: accounts[0].password, password }) : spendTheSame();
  const spendTheSame = async () => {
    await context.password.hash(password);
    return false;
  };
  const pending = headers?.has(ONLY_ACCOUNT_HEADER) ? null : await pendingAccount(email, prisma, { headers, devices });
  if (!(await isOf(pending?.accounts ?? [])) || !pending) return undefined;
  const holder = await prisma.user.findUnique({ where: { email }, select: { accounts: CREDENTIALS } });
  if (holder?.accounts[0]?.password && (await isOf(holder.accounts))) return undefined;
  return { context: { body: { ...Object(body), email: pending.email } } };
}

const CREDENTIALS = { select: { password: true }, where: { providerId: CREDENTIAL } };

async function pendingAccount(
  wantedEmail: string,
  prisma: PrismaClient,
  { headers, devices }: { headers: Context['headers']; devices: Devices },
) {
  const found = await prisma.user.findMany({
    where: { wantedEmail },
    orderBy: { createdAt: 'desc' },
    take: MOST_PENDING,
    select: { id: true, email: true, accounts: CREDENTIALS },
  });
  const isKnown = isKnownIn(devices, headers);
  const known = found.find(({ id }) => isKnown(id));
  return known ?? found[0] ?? null;
}

interface ResetOptions extends Addresses {
  devices: Devices;
}

/**
 * Choosing a new password by mail verifies the address. If it was not verified before, `decideClaim` says which account
 * it opens.
 */
export async function resetBeside(ctx: Context, { prisma, devices, onProven }: ResetOptions) {
  const { internalAdapter, password } = ctx.context;
  const [token, chosen] = [textIn(ctx.body, 'token'), textIn(ctx.body, 'newPassword')];
  if (!token || chosen.length < passwordLimits.shortest || chosen.length > passwordLimits.longest) return undefined;
  const link = await internalAdapter.findVerificationValue(`reset-password:${token}`);
  const user = link && link.expiresAt > new Date() ? await internalAdapter.findUserById(link.value) : null;
  if (!user || user.emailVerified) return undefined;
  const consumed = await internalAdapter.consumeVerificationValue(`reset-password:${token}`);
  if (!consumed) throw invalidToken();
  const email = addressOf(user);
  const isKnown = isKnownIn(devices, ctx.headers);
  const passwordHash = await password.hash(chosen);
  const proven = await proveAddress(prisma, { email, prover: null, isKnown, passwordHash }).catch((error: unknown) => {
    throw error instanceof AddressTaken ? invalidToken() : error;
  });
  if (proven.userId !== null) await onProven({ userId: proven.userId, email, before: email });
  return ctx.json({ status: true, isNew: proven.isNew, others: proven.left.length });
}

const invalidToken = () => new APIError('BAD_REQUEST', { code: 'INVALID_TOKEN', message: 'Invalid token' });
