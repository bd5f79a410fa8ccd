import { errors, type JWTPayload, type JWTVerifyGetKey, type JWTVerifyOptions, jwtVerify } from 'jose';
import { type Caller, isUserId, PERSON, type Session } from './caller.ts';
import { claimAt, displayName, holds, isTrue, plainAddress } from './claims.ts';

/** How the tokens of another login are read (`AUTH_…`). */
export interface LoginSettings {
  jwksUrl: string;
  issuer?: string;
  /** The token is for one of these; empty: nobody asks. */
  audiences: readonly string[];
  /** The token was given to one of these (`azp`); empty: nobody asks. */
  authorizedParties: readonly string[];
  userClaim: string;
  emailClaim: string;
  emailVerifiedClaim: string;
  /** `claim` or `claim=value`; absent: nobody is an operator. */
  operatorClaim?: string;
  /** Carries the token of a page; absent: only bearer tokens count. */
  cookie?: string;
  signInUrl?: string;
}

interface ForeignLoginOptions {
  login: LoginSettings;
  keys: JWTVerifyGetKey;
  /** Tells why a token was refused. */
  onRefusal(reason: string): void;
}

/** A token's session; null: it is none of this login's. Rejects when the login's keys can't be had. */
export type ForeignLogin = (token: string) => Promise<Session | null>;

/** Public keys alone: a token that is signed with a shared secret, or not at all, is nobody's. */
const ALGORITHMS = ['RS256', 'ES256', 'EdDSA'];
const LEEWAY_SECONDS = 60;
/** The header's `typ`: a session's or an access token's, never another kind that the same keys sign. */
const TYPES = new Set(['jwt', 'at+jwt', 'application/at+jwt']);
/** Owners of another kind. */
const ORGANISATION = 'org:';

class Refused extends Error {}

export function createForeignLogin({ login, keys, onRefusal }: ForeignLoginOptions): ForeignLogin {
  const { issuer, audiences } = login;
  const options: JWTVerifyOptions = {
    algorithms: ALGORITHMS,
    clockTolerance: LEEWAY_SECONDS,
    requiredClaims: ['exp'],
    issuer,
    audience: audiences.length > 0 ? [...audiences] : undefined,
  };
  return async (token) => {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keys, options);
      checkKind(protectedHeader.typ);
      checkClaims(payload, login);
      return { id: null, until: new Date((payload.exp as number) * 1000), user: toCaller(payload, login) };
    } catch (error) {
      if (!(error instanceof errors.JOSEError || error instanceof Refused)) throw error;
      onRefusal(error.message);
      return null;
    }
  };
}

function checkKind(typ: unknown): void {
  if (typ !== undefined && !TYPES.has(String(typ).toLowerCase())) throw new Refused('the token is of another type');
}

function checkClaims(claims: JWTPayload, { authorizedParties, userClaim }: LoginSettings): void {
  const { azp, iat } = claims;
  if (authorizedParties.length > 0 && !authorizedParties.includes(String(azp)))
    throw new Refused('"azp" claim names another party');
  if (iat !== undefined && iat > Date.now() / 1000 + LEEWAY_SECONDS) throw new Refused('"iat" claim is in the future');
  const id = claimAt(claims, userClaim);
  if (!isUserId(id)) throw new Refused(`"${userClaim}" claim is no user id`);
  if (id.startsWith(ORGANISATION)) throw new Refused(`"${userClaim}" claim names an organisation`);
}

function toCaller(claims: JWTPayload, login: LoginSettings): Caller {
  const email = plainAddress(claimAt(claims, login.emailClaim));
  return {
    id: claimAt(claims, login.userClaim) as string,
    email: email ?? '',
    name: displayName(claims),
    emailVerified: email !== null && isTrue(claimAt(claims, login.emailVerifiedClaim)),
    operator: login.operatorClaim !== undefined && holds(claims, login.operatorClaim),
    scopes: PERSON,
  };
}
