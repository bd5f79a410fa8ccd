import { createLocalJWKSet, decodeProtectedHeader, errors, jwtVerify } from 'jose';
import { z } from 'zod';
import { AppError } from '../../../errors.ts';
import type { BillingUser, With } from '../../context.ts';
import { permit } from '../../permit.ts';
import { timestamp } from '../../records/view.ts';
import { secondsOf, signToken } from './signToken.ts';

/** Its own token type: neither a session's nor an access answer's. */
const EMBED_TYPE = 'billing-embed+jwt';
const EMBED_AUDIENCE = 'billing-embed';
const LIFE_SECONDS = 600;

export const embedToken = z.object({
  token: z.string().describe('Shown as `Authorization: Bearer` by a page'),
  expiresAt: timestamp,
});
export type EmbedToken = z.infer<typeof embedToken>;

const abilities = ['read', 'buy', 'change'] as const;

/** For which pages it is, and what they may do. */
export const embedInput = z.strictObject({
  origin: z
    .url({ protocol: /^https?$/ })
    .refine((value) => new URL(value).origin === value, 'must be an origin, such as https://app.example.com')
    .optional()
    .describe("The host app's, one of `EMBED_ORIGINS`; default: the service's own"),
  can: z
    .enum(abilities)
    .default('buy')
    .describe('`read`; `buy`: also checkouts and the portal; `change`: also plan changes and their preview'),
});

/** The user that a page may ask for, and the service that allowed it. */
export interface EmbedGrant {
  userId: string;
  origin: string;
  can: (typeof abilities)[number];
  /** null: the service did not say. */
  email: string | null;
  emailVerified: boolean;
  /** The name of the service key. */
  key: string;
  until: Date;
}

const claims = z.object({
  sub: z.string(),
  origin: z.string(),
  can: z.enum(abilities),
  exp: z.number(),
  key: z.string(),
  email: z.string().nullable(),
  emailVerified: z.boolean(),
});

type Signing = With<'signingKeys' | 'baseUrl'>;

/** Only a service that may write; who else asks learns nothing of the body. */
export function mayGrant(user: BillingUser): void {
  if (user.key === undefined) throw new AppError('forbidden');
  permit(user, 'write');
}

type Granting = Signing & { embedOrigins: readonly string[] };

/**
 * A token with which an embedding page asks for one user. Only services can obtain one. Throws AppError forbidden,
 * unknown_user, and invalid_body for an origin that the settings do not name.
 */
export async function grantEmbedToken(
  { signingKeys, baseUrl, embedOrigins }: Granting,
  user: BillingUser,
  { origin = new URL(baseUrl).origin, can }: z.output<typeof embedInput>,
): Promise<EmbedToken> {
  mayGrant(user);
  if (![new URL(baseUrl).origin, ...embedOrigins].includes(origin))
    throw new AppError('invalid_body', { reason: `origin ${origin.slice(0, 100)} is not in EMBED_ORIGINS` });
  // The account's own address may be proven, changed or lost before the token ends.
  const { email, emailVerified } = user.isTold ? user : { email: null, emailVerified: false };
  const { id: sub, key } = user;
  const issuedAt = new Date();
  const expiresAt = new Date(Math.floor(issuedAt.getTime() / 1000 + LIFE_SECONDS) * 1000);
  const times = { iat: secondsOf(issuedAt), exp: secondsOf(expiresAt) };
  const said = { iss: baseUrl, aud: EMBED_AUDIENCE, sub, origin, can, ...times, key, email };
  return {
    token: signToken(await signingKeys.current(), EMBED_TYPE, { ...said, emailVerified }),
    expiresAt: expiresAt.toISOString(),
  };
}

/** Whether it claims to be one; nothing is verified. */
function isEmbedToken(shown: string): boolean {
  try {
    return decodeProtectedHeader(shown).typ === EMBED_TYPE;
  } catch {
    return false;
  }
}

/** What a token grants; null: it isn't ours, or it has expired. */
async function openEmbedToken({ signingKeys, baseUrl }: Signing, shown: string): Promise<EmbedGrant | null> {
  const keys = createLocalJWKSet({ keys: await signingKeys.published() });
  const expected = { algorithms: ['EdDSA'], typ: EMBED_TYPE, audience: EMBED_AUDIENCE, issuer: baseUrl };
  try {
    const { payload } = await jwtVerify(shown, keys, { ...expected, requiredClaims: ['exp'] });
    const { sub: userId, exp, ...told } = claims.parse(payload);
    return { userId, until: new Date(exp * 1000), ...told };
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

/** Reads the tokens that services handed out. */
export const embedGrants = (signing: Signing) => ({
  isOne: isEmbedToken,
  open: (shown: string) => openEmbedToken(signing, shown),
});
