import { errors, type JWTPayload, type JWTVerifyGetKey, type JWTVerifyOptions, jwtVerify } from 'jose';
import { type Caller, isOrganisation, isUserId, ORGANISATION, PERSON, READER, type Session } from './caller.ts';
import { claimAt, displayName, holds, isTrue, oneOf, plainAddress } from './claims.ts';

/** How the tokens of a foreign login are read (`AUTH_…`). */
export interface LoginSettings {
  jwksUrl: string;
  issuer?: string;
  /** The accepted audiences; empty: not checked. */
  audiences: readonly string[];
  /** The accepted `azp` values; empty: not checked. */
  authorizedParties: readonly string[];
  userClaim: string;
  emailClaim: string;
  emailVerifiedClaim: string;
  /** `claim` or `claim=value`; absent: there are no operators. */
  operatorClaim?: string;
  /** The claim with the organisation that the person acts in; absent: there are none. */
  orgClaim?: string;
  /** The claim with the person's role in it: one word, or a list. */
  roleClaim: string;
  /** The claim with the organisation's billing address. */
  orgEmailClaim?: string;
  /** The roles that may write for an organisation. */
  billingRoles: readonly string[];
  /** The cookie with a page's token; absent: only bearer tokens count. */
  cookie?: string;
  signInUrl?: string;
}

interface ForeignLoginOptions {
  login: LoginSettings;
  keys: JWTVerifyGetKey;
  /** Reports why a token was refused. */
  onRefusal(reason: string): void;
}

export interface TokenSession extends Session {
  /** The organisation, with this person's rights; null: the token names none. */
  organisation: Caller | null;
}

/** A token's session; null: it is not valid for this login. Rejects if the login's keys can't be read. */
export type ForeignLogin = (token: string) => Promise<TokenSession | null>;

/** Only public keys: a token signed with a shared secret, or not at all, is invalid. */
const ALGORITHMS = ['RS256', 'ES256', 'EdDSA'];
const LEEWAY_SECONDS = 60;
/** The header's `typ`: a session's or an access token's, never another kind that the same keys sign. */
const TYPES = new Set(['jwt', 'at+jwt', 'application/at+jwt']);
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
      const until = new Date((payload.exp as number) * 1000);
      const organisation = toOrganisation(payload, login);
      const { iat } = payload;
      const issued = iat === undefined ? {} : { issuedAt: new Date(iat * 1000) };
      const person = { ...toCaller(payload, login), ...issued };
      return { id: null, until, user: asMember(person, organisation), organisation };
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
  if (isOrganisation(id)) throw new Refused(`"${userClaim}" claim names an organisation`);
}

function toCaller(claims: JWTPayload, login: LoginSettings): Caller {
  const email = plainAddress(claimAt(claims, login.emailClaim));
  const { auth_time } = claims;
  return {
    ...(auth_time === undefined ? {} : { signedInAt: Number(auth_time) * 1000 }),
    id: claimAt(claims, login.userClaim) as string,
    email: email ?? '',
    name: displayName(claims),
    emailVerified: email !== null && isTrue(claimAt(claims, login.emailVerifiedClaim)),
    operator: login.operatorClaim !== undefined && holds(claims, login.operatorClaim),
    scopes: PERSON,
  };
}

function asMember(person: Caller, organisation: Caller | null): Caller {
  if (!organisation) return person;
  const pays = organisation.scopes.has('write') ? { paysForIt: true as const } : {};
  return { ...person, memberOf: organisation.id, ...pays };
}

/** Its address proves nothing: it never links a customer that the provider already has. */
function toOrganisation(claims: JWTPayload, login: LoginSettings): Caller | null {
  const { orgClaim, roleClaim, orgEmailClaim, billingRoles } = login;
  const named = orgClaim === undefined ? undefined : claimAt(claims, orgClaim);
  if (named === undefined || named === null || named === '') return null;
  const id = `${ORGANISATION}${named}`;
  if (typeof named !== 'string' || !isUserId(id)) throw new Refused(`"${orgClaim}" claim is no organisation's id`);
  const email = orgEmailClaim === undefined ? null : plainAddress(claimAt(claims, orgEmailClaim));
  const scopes = oneOf(claimAt(claims, roleClaim), billingRoles) ? PERSON : READER;
  return { id, email: email ?? '', name: '', emailVerified: false, operator: false, scopes, isOrganisation: true };
}
