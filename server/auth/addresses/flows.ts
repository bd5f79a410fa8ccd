import { APIError, createAuthMiddleware } from 'better-auth/api';
import { AppError } from '../../errors.ts';
import { isEasilyGuessed } from '../commonPasswords.ts';
import type { Devices } from '../devices.ts';
import { passwordLimits } from '../passwordLimits.ts';
import { isOutdated } from '../passwords.ts';
import { type Context, resetBeside, signInBeside, signUpBeside } from './hooks.ts';
import { markOf } from './marks.ts';
import { forgetLinks } from './ownership.ts';
import { addressOf } from './placeholder.ts';
import { type Addresses, askNewAccount, mailOff } from './plugin.ts';

interface Flows extends Addresses {
  devices: Devices;
  /** Throws AppError too_many_requests if a mailbox got too many mails. */
  countMail(email: string): Promise<void>;
}

/** Our steps around better-auth's own routes. */
export function hooksOf(flows: Flows) {
  const { prisma, notices } = flows;
  const before = createAuthMiddleware(async (ctx) => {
    await refuseEasyPasswords(ctx);
    if (!notices && ctx.path === '/request-password-reset') throw mailOff();
    if (!notices) return undefined;
    if (ctx.path === '/sign-up/email') return signUpBeside(ctx, prisma);
    if (ctx.path === '/sign-in/email') return signInBeside(ctx, flows);
    return ctx.path === '/reset-password' ? resetBeside(ctx, flows) : undefined;
  });
  const after = createAuthMiddleware(async (ctx) => {
    if (ctx.path === '/sign-in/email') {
      await renewHash(flows, ctx);
      await tellNewDevice(flows, ctx);
    }
    if (ctx.path === SOCIAL_CALLBACK) await enterSocially(flows, ctx);
  });
  return { before, after };
}

/** Wherever a password can be chosen, now or later; not at sign-in, where the answer would reveal accounts. */
async function refuseEasyPasswords({ path, body }: Context): Promise<void> {
  const { password, newPassword, email } = Object(body) as Record<string, unknown>;
  const chosen = path === '/sign-up/email' ? password : newPassword;
  if (typeof chosen !== 'string' || chosen.length < passwordLimits.shortest) return;
  if (await isEasilyGuessed(chosen, typeof email === 'string' ? email : ''))
    throw new APIError('BAD_REQUEST', { code: 'PASSWORD_TOO_COMMON', message: 'Password is easily guessed' });
}

/** Only a sign-in has the password that a stronger hash needs. */
async function renewHash({ prisma }: Flows, { body, context }: Context): Promise<void> {
  const userId = context.newSession?.user.id;
  if (userId === undefined) return;
  const account = await prisma.account.findFirst({ where: { userId, providerId: 'credential' } });
  if (!account?.password || !isOutdated(account.password)) return;
  const password = await context.password.hash((body as { password: string }).password);
  await prisma.account.updateMany({ where: { id: account.id, password: account.password }, data: { password } });
}

const SOCIAL_CALLBACK = '/callback/:id';
const AT_ONCE_MS = 10_000;

/** Its answer redirects to a page, so the device cookie is set here. */
async function enterSocially(flows: Flows, ctx: Context): Promise<void> {
  const entered = ctx.context.newSession;
  if (!entered) return;
  const { user, session } = entered;
  const isNew = session.createdAt.getTime() - user.createdAt.getTime() < AT_ONCE_MS;
  if (!isNew) await tellNewDevice(flows, ctx);
  const cookies = ctx.headers?.get('cookie') ?? undefined;
  ctx.setHeader('set-cookie', flows.devices.remember(cookies, markOf(user, flows.notices !== null)));
}

const isLimit = (error: unknown) => {
  if (error instanceof AppError && error.code === 'too_many_requests') return false;
  throw error;
};

/** An unverified address may belong to anyone, so no mail is sent to it. */
async function tellNewDevice({ notices, devices, countMail }: Flows, { headers, context }: Context): Promise<void> {
  const entered = context.newSession;
  if (!notices || !entered?.user.emailVerified) return;
  const { id: userId, email } = entered.user;
  if (devices.nameOf(headers?.get('cookie') ?? undefined, email) !== null) return;
  if (!(await countMail(email).then(() => true, isLimit))) return;
  const at = new Date().toISOString().slice(0, 16).replace('T', ' ');
  await notices.tellNewDevice({ userId, to: email, headers }, `${entered.session.ipAddress || '?'}, ${at} UTC`);
}

interface NewUser {
  id: string;
  email: string;
  emailVerified: boolean;
  wantedEmail?: unknown;
}

/** A new account is asked to verify its address, unless its creation already did. */
export async function greet({ prisma, notices, onProven }: Addresses, user: NewUser, headers: Headers | undefined) {
  const wantedEmail = typeof user.wantedEmail === 'string' ? user.wantedEmail : null;
  const email = addressOf({ email: user.email, wantedEmail });
  if (user.emailVerified) return onProven({ userId: user.id, email, before: email });
  if (!notices) return;
  const holder = await prisma.user.findUnique({ where: { email }, select: { id: true, emailVerified: true } });
  await askNewAccount(notices, {
    reader: { userId: user.id, to: email, headers },
    holder: holder && { user: holder },
  });
}

interface ResetUser {
  id: string;
  email: string;
  emailVerified: boolean;
}

/** Password reset, if mails can be sent. It ends every session and verifies the address. */
export function resets({ prisma, notices }: Pick<Flows, 'prisma' | 'notices'>) {
  if (!notices) return {};
  return {
    revokeSessionsOnPasswordReset: true,
    async sendResetPassword({ user, token }: { user: ResetUser; token: string }, request?: Request) {
      await notices.offerReset({ userId: user.id, to: user.email, headers: request?.headers }, token);
    },
    // Of a proven address: any other reset is `resetBeside`.
    onPasswordReset: ({ user }: { user: ResetUser }) => forgetLinks(prisma, user.id),
  };
}
