import { APIError, createAuthEndpoint, sessionMiddleware } from 'better-auth/api';
import { z } from 'zod';
import type { PrismaClient } from '../../database/client.ts';
import { proveAddress } from '../claims/proveAddress.ts';
import type { Devices } from '../devices.ts';
import { isKnownIn } from './marks.ts';
import type { Notices } from './notices.ts';
import { AddressTaken, forgetLinks } from './ownership.ts';
import { addressOf, newPlaceholder } from './placeholder.ts';
import { findProof } from './proofs.ts';

export interface ProvenAddress {
  userId: string;
  email: string;
  before: string;
  /** The account that ended in this one. */
  joined?: string | null;
}

export interface Addresses {
  prisma: PrismaClient;
  /** null: no mail can be sent. */
  notices: Notices | null;
  /** The account now has a verified address; `before`: its previous address, if it had another one. */
  onProven(account: ProvenAddress): Promise<void>;
}

/** Our refusals, in better-auth's form. */
function refusal(status: 'BAD_REQUEST' | 'FORBIDDEN', code: string, message: string): APIError {
  return new APIError(status, { code, message });
}

export const mailOff = () => refusal('BAD_REQUEST', 'MAIL_OFF', 'No mail can be sent: MAIL_URL is not set');
const invalidLink = () => refusal('BAD_REQUEST', 'INVALID_TOKEN', 'This link is not valid any more');

/** Verifying and changing an address: the parts that need better-auth's sessions. */
interface Browsers extends Addresses {
  devices: Devices;
}

export function addressPlugin(addresses: Browsers) {
  return {
    id: 'addresses',
    endpoints: {
      resendVerification: resendVerification(addresses),
      verifyAddress: verifyAddress(addresses),
      changeAddress: changeAddress(addresses),
      correctAddress: correctAddress(addresses),
    },
  };
}

function resendVerification({ notices }: Addresses) {
  return createAuthEndpoint('/resend-verification', { method: 'POST', use: [sessionMiddleware] }, async (ctx) => {
    if (!notices) throw mailOff();
    const { user } = ctx.context.session;
    const email = addressOf(user);
    if (user.emailVerified || email === '') {
      throw refusal('BAD_REQUEST', 'NOTHING_TO_VERIFY', 'There is no address to verify');
    }
    const reader = { userId: user.id, to: email, headers: ctx.headers };
    await askNewAccount(notices, { reader, holder: await ctx.context.internalAdapter.findUserByEmail(email) });
    return ctx.json({ status: true });
  });
}

type Holder = { user: { id: string; emailVerified: boolean } } | null;
type Reader = Parameters<Notices['askForProof']>[0];

/** The owner of a verified account gets no link that would take its address. */
export function askNewAccount(notices: Notices, { reader, holder }: { reader: Reader; holder: Holder }) {
  const isProven = holder !== null && holder.user.id !== reader.userId && holder.user.emailVerified;
  return isProven
    ? notices.tellAccountExists(reader, 'verify')
    : notices.askForProof(reader, { kind: 'verify', email: reader.to });
}

/**
 * A link counts only in a session of its account: whoever opens it elsewhere may own the mailbox, but not the account.
 */
function verifyAddress(addresses: Browsers) {
  const body = z.object({ token: z.string() });
  return createAuthEndpoint('/verify-address', { method: 'POST', body, use: [sessionMiddleware] }, async (ctx) => {
    const { prisma } = addresses;
    const { user } = ctx.context.session;
    const link = await findProof(prisma, ctx.body.token);
    if (!link) throw invalidLink();
    if (link.userId !== user.id) throw refusal('FORBIDDEN', 'OTHER_ACCOUNT', 'This link is for another account');
    const { id, kind, email } = link;
    if (kind !== 'verify') {
      await prisma.addressProof.update({ where: { id }, data: { confirmedAt: new Date() } });
      const open = await prisma.addressProof.count({ where: { userId: user.id, email, confirmedAt: null } });
      if (open > 0) return ctx.json({ status: 'waiting', email });
    }
    const before = addressOf(user);
    const prover = { userId: user.id, sessionId: ctx.context.session.session.id };
    const isKnown = isKnownIn(addresses.devices, ctx.headers);
    const proof = { email, prover, isKnown, passwordHash: null };
    const proven = await proveAddress(prisma, proof).catch((error: unknown) => {
      throw error instanceof AddressTaken ? invalidLink() : error;
    });
    const userId = proven.userId ?? user.id;
    const isOwn = userId === user.id;
    await addresses.onProven({ userId, email, before: isOwn ? before : email, joined: proven.joined });
    const old = { userId: user.id, to: before, headers: ctx.headers };
    const isChange = kind !== 'verify';
    if (isOwn && isChange && before && user.emailVerified) await addresses.notices?.tellChange(old, email);
    return ctx.json({
      status: isOwn ? (isChange ? 'changed' : 'verified') : 'opened',
      email,
      others: proven.left.length,
      former: !isOwn && user.emailVerified ? before : undefined,
    });
  });
}

/** Confirmed at both addresses, or only at the new one if the old one was never verified. */
function changeAddress({ prisma, notices }: Addresses) {
  const body = z.object({ newEmail: z.email(), password: z.string() });
  return createAuthEndpoint('/change-address', { method: 'POST', body, use: [sessionMiddleware] }, async (ctx) => {
    if (!notices) throw mailOff();
    const { user } = ctx.context.session;
    const { internalAdapter, password } = ctx.context;
    const email = ctx.body.newEmail.toLowerCase();
    const current = addressOf(user);
    const credential = await internalAdapter.findCredentialAccount(user.id);
    const isOwner = credential?.password
      ? await password.verify({ hash: credential.password, password: ctx.body.password })
      : false;
    if (!isOwner) throw refusal('BAD_REQUEST', 'INVALID_PASSWORD', 'Invalid password');
    if (email === current && user.emailVerified) throw refusal('BAD_REQUEST', 'SAME_ADDRESS', 'This is your address');
    await prisma.addressProof.deleteMany({ where: { userId: user.id } });
    const reader = { userId: user.id, to: email, headers: ctx.headers };
    const holder = await internalAdapter.findUserByEmail(email);
    // Answers and mails are the same to the caller, whether or not another account has the address.
    if (user.emailVerified) await notices.askForProof({ ...reader, to: current }, { kind: 'old', email });
    if (holder && holder.user.id !== user.id && holder.user.emailVerified)
      await notices.tellAccountExists(reader, 'new');
    else await notices.askForProof(reader, { kind: 'new', email });
    return ctx.json({ status: true });
  });
}

/** An address that was never proven is changed from its account's own session alone, at once; the new one is mailed. */
function correctAddress({ prisma, notices }: Addresses) {
  const body = z.object({ newEmail: z.email() });
  return createAuthEndpoint('/correct-address', { method: 'POST', body, use: [sessionMiddleware] }, async (ctx) => {
    if (!notices) throw mailOff();
    const { user } = ctx.context.session;
    const email = ctx.body.newEmail.toLowerCase();
    if (user.emailVerified) throw refusal('BAD_REQUEST', 'ALREADY_VERIFIED', 'A verified address is changed by mail');
    const holder = await ctx.context.internalAdapter.findUserByEmail(email);
    if (holder?.user.id !== user.id) {
      const waiting = { email: newPlaceholder(), wantedEmail: email };
      const where = { id: user.id, emailVerified: false };
      await prisma.user.updateMany({ where, data: holder ? waiting : { email, wantedEmail: null } });
      await forgetLinks(prisma, user.id);
    }
    await askNewAccount(notices, { reader: { userId: user.id, to: email, headers: ctx.headers }, holder });
    return ctx.json({ status: true });
  });
}
