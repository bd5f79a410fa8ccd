import { prismaAdapter } from 'better-auth/adapters/prisma';
import { APIError } from 'better-auth/api';
import { betterAuth } from 'better-auth/minimal';
import { bearer } from 'better-auth/plugins/bearer';
import type { Logger } from 'pino';
import type { PrismaClient } from '../database/client.ts';
import { AppError } from '../errors.ts';
import type { Outbox } from '../mail/outbox.ts';
import { greet, hooksOf, resets } from './addresses/flows.ts';
import { createNotices } from './addresses/notices.ts';
import { type Addresses, addressPlugin } from './addresses/plugin.ts';
import type { Attempts } from './attempts.ts';
import type { Devices } from './devices.ts';
import { keepLanguage } from './keepLanguage.ts';
import { passwordLimits } from './passwordLimits.ts';
import { createPasswords } from './passwords.ts';
import { type SocialSettings, socialPlugin } from './social/socialPlugin.ts';

/** Passes the sender's address to better-auth; the REST API always sets it. */
export const CLIENT_ADDRESS_HEADER = 'x-client-address';

/** Where its routes are, below BASE_URL. */
export const AUTH_PATH = '/api/auth';

export interface AuthOptions {
  prisma: PrismaClient;
  secret: string;
  /** Our own public address, without a trailing slash. */
  baseUrl: string;
  trustedOrigins: readonly string[];
  /** The longest life of a session. */
  sessionDays: number;
  social: SocialSettings;
  /** Called around the deletion of an account; `before` refuses it by rejecting with an AppError. */
  deletion: { before(userId: string): Promise<void>; after(userId: string): Promise<void> };
  /** null: no mail can be sent, so no address can be verified by mail. */
  outbox: Outbox | null;
  devices: Devices;
  countMail: Attempts['countMail'];
  onProven: Addresses['onProven'];
  /** Called when one of the user's sessions is ended early. */
  onSessionEnd(userId: string): void;
  log: Logger;
}

/**
 * Accounts by e-mail and password, or by social sign-in; a session is a cookie, or the same signed token as a bearer
 * (better-auth).
 */
export function createAuth(options: AuthOptions) {
  const { prisma, secret, baseUrl, trustedOrigins, deletion, onSessionEnd, log } = options;
  const notices = options.outbox && createNotices({ prisma, outbox: options.outbox, baseUrl });
  const addresses: Addresses = { prisma, notices, onProven: options.onProven };
  const flows = { ...addresses, devices: options.devices, countMail: options.countMail };
  return betterAuth({
    appName: 'Subscription payments',
    baseURL: `${baseUrl}${AUTH_PATH}`,
    secret,
    trustedOrigins: [...trustedOrigins],
    database: prismaAdapter(prisma, { provider: 'postgresql' }),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: passwordLimits.shortest,
      maxPasswordLength: passwordLimits.longest,
      password: createPasswords(),
      ...resets(flows),
    },
    hooks: hooksOf(flows),
    account: {
      accountLinking: { requireLocalEmailVerified: true, trustedProviders: [] },
      updateAccountOnSignIn: false,
    },
    databaseHooks: {
      // After the sign-in the social provider is not called again.
      account: { create: { before: async (account) => ({ data: { ...account, ...NO_TOKENS } }) } },
      session: {
        create: { after: ({ userId }, context) => keepLanguage(prisma, userId, context?.headers) },
        update: { before: async (data, context) => ({ data: endingInTime(data, context?.context.session, options) }) },
        delete: { after: async ({ userId }) => onSessionEnd(userId) },
      },
      user: { create: { after: (user, context) => greet(addresses, user, context?.headers) } },
    },
    user: {
      additionalFields: { wantedEmail: { type: 'string', required: false } },
      deleteUser: {
        enabled: true,
        beforeDelete: ({ id }) => refusable(deletion.before(id), log),
        afterDelete: ({ id }) => deletion.after(id),
      },
    },
    advanced: advancedOptions(baseUrl),
    plugins: [
      bearer({ requireSignature: true }),
      addressPlugin(flows),
      socialPlugin(options.social, {
        addresses,
        onFailure: (err) => log.warn({ err }, 'A social provider did not answer during a sign-in'),
      }),
    ],
    onAPIError: { errorURL: `${baseUrl}/sign-in` },
    logger: { log: logTo(log) },
    telemetry: { enabled: false },
    // Our own limiter counts in one statement, also by account, across all processes.
    rateLimit: { enabled: false },
  });
}

/**
 * Foreign origins are refused before a request gets here; better-auth's own check would refuse programs, which send none.
 */
function advancedOptions(baseUrl: string) {
  return {
    cookiePrefix: cookiePrefix(baseUrl),
    // better-auth would put `__Secure-` before the name.
    useSecureCookies: false,
    defaultCookieAttributes: { secure: isTls(baseUrl) },
    disableCSRFCheck: true,
    disableOriginCheck: false,
    ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
  };
}

const DAY_MS = 86_400_000;

/** Use extends a session, but not beyond its longest life. */
function endingInTime(
  { expiresAt }: { expiresAt?: Date },
  current: { session: { createdAt: Date } } | null | undefined,
  { sessionDays }: Pick<AuthOptions, 'sessionDays'>,
) {
  if (!expiresAt || !current) return {};
  const last = current.session.createdAt.getTime() + sessionDays * DAY_MS;
  return { expiresAt: new Date(Math.min(expiresAt.getTime(), last)) };
}

const NO_TOKENS = { accessToken: undefined, refreshToken: undefined, idToken: undefined };

const isTls = (baseUrl: string) => baseUrl.startsWith('https:');

/** Behind TLS no other host of the domain can set a cookie with this name. */
export function cookiePrefix(baseUrl: string): string {
  return isTls(baseUrl) ? '__Host-billing' : 'billing';
}

/** better-auth answers its own errors with their status. */
async function refusable(work: Promise<void>, log: Logger): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn({ err: error }, error.message);
    throw new APIError(error.status as 503, { message: error.message });
  }
}

/** Errors that anybody can cause, such as coming back from a social provider with a made-up state. */
const CALLERS_MISTAKES = new Set(['StateError', 'ZodError', 'APIError']);

function logTo(log: Logger) {
  return (level: string, message: string, ...details: unknown[]) => {
    const err = details.find((detail) => detail instanceof Error);
    const say = level === 'error' && err && !CALLERS_MISTAKES.has(err.constructor.name) ? log.error : log.warn;
    say.call(log, err ? { err } : {}, `Accounts: ${message}`);
  };
}

export type Auth = ReturnType<typeof createAuth>;
