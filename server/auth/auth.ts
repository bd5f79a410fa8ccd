import { betterAuth } from 'better-auth';
import { prismaAdapter } from 'better-auth/adapters/prisma';
import type { PrismaClient } from '../database/client.ts';

export interface AuthOptions {
  prisma: PrismaClient;
  secret: string;
  /** Our own public address, without a trailing slash. */
  baseUrl: string;
  trustedOrigins: readonly string[];
}

/** Accounts by e-mail and password, with a session cookie (better-auth). */
export function createAuth({ prisma, secret, baseUrl, trustedOrigins }: AuthOptions) {
  return betterAuth({
    appName: 'Subscription payments',
    baseURL: baseUrl,
    basePath: '/api/auth',
    secret,
    trustedOrigins: [...trustedOrigins],
    database: prismaAdapter(prisma, { provider: 'postgresql' }),
    emailAndPassword: { enabled: true, minPasswordLength: 8, maxPasswordLength: 128 },
    advanced: { cookiePrefix: 'billing' },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
  });
}

export type Auth = ReturnType<typeof createAuth>;
