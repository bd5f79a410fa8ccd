import { expect, test } from 'vitest';
import { problemsOf, production } from '../../testing/app/environments.ts';
import { readSettings } from '../settings.ts';

const HASH = 'ab'.repeat(32);
const LOGIN = 'https://login.example.com/jwks.json';

test('reads keys, a foreign login and social providers', () => {
  const { serviceKeys, social } = readSettings({
    SERVICE_KEYS: `web:read+write:${HASH.toUpperCase()}, jobs:changes:${'cd'.repeat(32)}`,
    SOCIAL_GOOGLE: ' id.apps.example.com:a:secret ',
    SOCIAL_URL: 'http://127.0.0.1:4020/',
  });
  expect(serviceKeys).toEqual([
    { name: 'web', scopes: new Set(['read', 'write']), hash: HASH },
    { name: 'jobs', scopes: new Set(['changes']), hash: 'cd'.repeat(32) },
  ]);
  const google = { id: 'id.apps.example.com', secret: 'a:secret' };
  expect(social).toEqual({ clients: { google, github: undefined }, standIn: 'http://127.0.0.1:4020' });
  expect(readSettings({ AUTH_JWKS_URL: LOGIN }).login).toMatchObject({ jwksUrl: LOGIN, userClaim: 'sub' });
});

test.each([
  [{ SERVICE_KEYS: 'web:read' }, 'SERVICE_KEYS: must be name:scopes:sha256, as `billing key create` prints it'],
  [{ SERVICE_KEYS: `web:admin:${HASH}` }, 'SERVICE_KEYS: web has an unknown scope; there are read'],
  [{ SERVICE_KEYS: `a:read:${HASH},b:write:${HASH}` }, 'SERVICE_KEYS: contains one key twice'],
  [{ AUTH_COOKIE: '__session' }, 'AUTH_COOKIE: configures tokens, but AUTH_JWKS_URL is not set'],
  [{ AUTH_JWKS_URL: LOGIN, AUTH_COOKIE: 'a b' }, 'AUTH_COOKIE: must be the name of a cookie'],
  [{ AUTH_JWKS_URL: 'login' }, 'AUTH_JWKS_URL: '],
  [{ SOCIAL_GOOGLE: 'only-an-id' }, 'SOCIAL_GOOGLE: must be id:secret, as issued by the social provider'],
  [{ SOCIAL_GITHUB: ':secret' }, 'SOCIAL_GITHUB: must be id:secret, as issued by the social provider'],
  [{ SOCIAL_URL: 'ftp://x' }, 'SOCIAL_URL: '],
  [
    { SOCIAL_GITHUB: 'id:secret', AUTH_JWKS_URL: LOGIN },
    'SOCIAL_GITHUB: users sign in elsewhere, because AUTH_JWKS_URL is set',
  ],
])('refuses %j without printing its secrets', (environment, problem) => {
  const [found = '', ...others] = problemsOf(environment);
  expect(found).toContain(problem);
  expect(others).toEqual([]);
  expect(found).not.toContain(HASH);
});

test.each([
  [
    { SOCIAL_URL: 'https://companies.example.com' },
    'SOCIAL_URL: must not be set in production: it replaces the social providers',
  ],
  [{ SOCIAL_GOOGLE: 'id:your-secret' }, 'SOCIAL_GOOGLE: is an example value, not a secret'],
  [
    { AUTH_JWKS_URL: 'http://login.example.com/jwks.json', AUTH_ISSUER: 'i', AUTH_AUDIENCE: 'a' },
    'AUTH_JWKS_URL: must be https in production',
  ],
  [{ AUTH_JWKS_URL: LOGIN, AUTH_AUDIENCE: 'a' }, 'AUTH_ISSUER: is required in production with AUTH_JWKS_URL'],
  [
    { AUTH_JWKS_URL: LOGIN, AUTH_ISSUER: 'i' },
    'AUTH_AUDIENCE or AUTH_AUTHORIZED_PARTY: one is required in production with AUTH_JWKS_URL',
  ],
])('production refuses %j', (environment, problem) => {
  expect(problemsOf({ ...production, ...environment })).toEqual([problem]);
});
