import { z } from 'zod';
import { isLoopback } from '../../adapters/addresses.ts';
import { type Scope, scopes } from '../../auth/callers/caller.ts';
import type { LoginSettings } from '../../auth/callers/foreignLogin.ts';
import type { ServiceKey } from '../../auth/callers/serviceKeys.ts';
import type { Settings } from '../types.ts';
import { listOf, optional, origin } from './words.ts';

const text = optional(z.string().trim());
const url = z.url({ protocol: /^https?$/ });
/** RFC 6265's cookie-name. */
const cookieName = z.string().regex(/^[\w!#$%&'*+.^`|~-]{1,100}$/, 'must be the name of a cookie');
const KEY = /^([a-z0-9][a-z0-9_-]{0,39}):([a-z]+(?:\+[a-z]+)*):([0-9a-f]{64})$/i;

const serviceKey = z.string().transform((entry, context): ServiceKey => {
  const [, name = '', given = '', hash = ''] = KEY.exec(entry) ?? [];
  const named = given.split('+');
  const unknown = named.filter((scope) => !scopes.some((known) => known === scope));
  // The entry itself is not shown, because it may contain the key.
  if (name === '') context.addIssue('must be name:scopes:sha256, as `billing key create` prints it');
  else if (unknown.length > 0) context.addIssue(`${name} has an unknown scope; there are ${scopes.join(', ')}`);
  return { name, scopes: new Set(named as Scope[]), hash: hash.toLowerCase() };
});

/** The settings of foreign logins and of service keys. */
export const callerShape = {
  AUTH_JWKS_URL: optional(url),
  AUTH_ISSUER: text,
  AUTH_AUDIENCE: optional(listOf(z.string())),
  AUTH_AUTHORIZED_PARTY: optional(listOf(z.string())),
  AUTH_USER_CLAIM: text,
  AUTH_EMAIL_CLAIM: text,
  AUTH_EMAIL_VERIFIED_CLAIM: text,
  AUTH_OPERATOR_CLAIM: text,
  AUTH_ORG_CLAIM: text,
  AUTH_ROLE_CLAIM: text,
  AUTH_ORG_EMAIL_CLAIM: text,
  BILLING_ROLES: optional(listOf(z.string())),
  AUTH_COOKIE: optional(cookieName),
  AUTH_SIGN_IN_URL: optional(url),
  SERVICE_KEYS: optional(listOf(serviceKey)),
  ACCESS_TOKEN_SECONDS: optional(z.coerce.number().int().min(60).max(3_600)),
  TRUSTED_ORIGINS: optional(listOf(origin)),
  EMBED_ORIGINS: optional(listOf(origin)),
};

type CallerPart = Pick<Settings, 'login' | 'serviceKeys' | 'trustedOrigins' | 'embedOrigins' | 'accessTokenSeconds'>;
type CallersInput = z.output<z.ZodObject<typeof callerShape>>;

export function callerSettings(given: CallersInput): CallerPart {
  return {
    login: loginIn(given),
    serviceKeys: given.SERVICE_KEYS ?? [],
    trustedOrigins: given.TRUSTED_ORIGINS ?? [],
    embedOrigins: given.EMBED_ORIGINS ?? [],
    accessTokenSeconds: given.ACCESS_TOKEN_SECONDS ?? 900,
  };
}

function loginIn(given: CallersInput): LoginSettings | null {
  const { AUTH_JWKS_URL: jwksUrl } = given;
  if (jwksUrl === undefined) return null;
  return {
    jwksUrl,
    issuer: given.AUTH_ISSUER,
    audiences: given.AUTH_AUDIENCE ?? [],
    authorizedParties: given.AUTH_AUTHORIZED_PARTY ?? [],
    userClaim: given.AUTH_USER_CLAIM ?? 'sub',
    emailClaim: given.AUTH_EMAIL_CLAIM ?? 'email',
    emailVerifiedClaim: given.AUTH_EMAIL_VERIFIED_CLAIM ?? 'email_verified',
    operatorClaim: given.AUTH_OPERATOR_CLAIM,
    orgClaim: given.AUTH_ORG_CLAIM,
    roleClaim: given.AUTH_ROLE_CLAIM ?? 'org_role',
    orgEmailClaim: given.AUTH_ORG_EMAIL_CLAIM,
    billingRoles: given.BILLING_ROLES ?? [],
    cookie: given.AUTH_COOKIE,
    signInUrl: given.AUTH_SIGN_IN_URL,
  };
}

const COMPANIONS = Object.keys(callerShape).filter((name) => name.startsWith('AUTH_') && name !== 'AUTH_JWKS_URL');

/** Settings without effect, and keys that are named twice. */
export function callerProblems(given: CallersInput): string[] {
  const idle = given.AUTH_JWKS_URL === undefined ? COMPANIONS.filter((name) => given[name as keyof CallersInput]) : [];
  const organisations = (['AUTH_ROLE_CLAIM', 'AUTH_ORG_EMAIL_CLAIM', 'BILLING_ROLES'] as const).filter(
    (name) => given[name] && given.AUTH_ORG_CLAIM === undefined,
  );
  const hashes = (given.SERVICE_KEYS ?? []).map(({ hash }) => hash);
  const isTwice = new Set(hashes).size < hashes.length;
  return [
    ...idle.map((name) => `${name}: configures tokens, but AUTH_JWKS_URL is not set`),
    ...organisations.map((name) => `${name}: configures organisations, but AUTH_ORG_CLAIM is not set`),
    ...(isTwice ? ['SERVICE_KEYS: contains one key twice'] : []),
  ];
}

/** A token for another audience must not be accepted here. */
export function loginUnfitForProduction({ login }: Pick<Settings, 'login'>): string[] {
  if (!login) return [];
  const { jwksUrl, issuer, audiences, authorizedParties } = login;
  const isOpen = new URL(jwksUrl).protocol === 'http:' && !isLoopback(new URL(jwksUrl));
  return [
    ...(isOpen ? ['AUTH_JWKS_URL: must be https in production'] : []),
    ...(issuer ? [] : ['AUTH_ISSUER: is required in production with AUTH_JWKS_URL']),
    ...(audiences.length + authorizedParties.length > 0
      ? []
      : ['AUTH_AUDIENCE or AUTH_AUTHORIZED_PARTY: one is required in production with AUTH_JWKS_URL']),
  ];
}
