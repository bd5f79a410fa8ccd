import { APIError, type createAuthMiddleware } from 'better-auth/api';
import { generateRandomString } from 'better-auth/crypto';
import type { PrismaClient } from '../../database/client.ts';
import type { Devices } from '../devices.ts';
import { passwordLimits } from '../passwordLimits.ts';
import { createProvenAccount } from './ownership.ts';
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
  const cookies = headers?.get('cookie') ?? undefined;
  const known = found.find(({ id }) => devices.nameOf(cookies, unprovenAccount(id)) !== null);
  return known ?? found[0] ?? null;
}

/** Marks a browser in which someone signed in to an account with an unverified address. */
export const unprovenAccount = (userId: string) => `account ${userId}`;

/**
 * What a browser is known by after a sign-in: the address if it is verified, so that strangers who signed up with it do
 * not use up attempts at its owner's password.
 */
export function markOf(user: { id: string; email: string; emailVerified: boolean }, canMail: boolean): string {
  return user.emailVerified || !canMail ? user.email : unprovenAccount(user.id);
}

interface ResetOptions extends Addresses {
  devices: Devices;
}

/**
 * Choosing a new password by mail verifies the address. If the address was never verified and the account holds
 * records, the records belong to the reader only in a browser that signed in to the account before; otherwise the
 * reader gets a new account, and the old one loses the address.
 */
export async function resetBeside(ctx: Context, { prisma, devices, onProven }: ResetOptions) {
  const { internalAdapter, password } = ctx.context;
  const [token, chosen] = [textIn(ctx.body, 'token'), textIn(ctx.body, 'newPassword')];
  if (!token || chosen.length < passwordLimits.shortest || chosen.length > passwordLimits.longest) return undefined;
  const link = await internalAdapter.findVerificationValue(`reset-password:${token}`);
  const user = link && link.expiresAt > new Date() ? await internalAdapter.findUserById(link.value) : null;
  if (!user || user.emailVerified) return undefined;
  const cookies = ctx.headers?.get('cookie') ?? undefined;
  if (devices.nameOf(cookies, unprovenAccount(user.id)) !== null) return undefined;
  if (!(await hasRecords(prisma, user.id))) return undefined;
  const email = addressOf(user);
  const consumed = await internalAdapter.consumeVerificationValue(`reset-password:${token}`);
  if (!consumed) throw new APIError('BAD_REQUEST', { code: 'INVALID_TOKEN', message: 'Invalid token' });
  const userId = generateRandomString(32);
  await createProvenAccount(prisma, { id: userId, email, hash: await password.hash(chosen) });
  await onProven({ userId, email, before: email });
  return ctx.json({ status: true });
}

async function hasRecords({ customer, subscription, payment }: PrismaClient, userId: string): Promise<boolean> {
  const where = { userId };
  const counts = await Promise.all([
    customer.count({ where }),
    subscription.count({ where }),
    payment.count({ where }),
  ]);
  return counts.some((count) => count > 0);
}
