/** A login's token, the settings to read it, and the expected user. */
export interface TokenShape {
  settings: Record<string, string>;
  claims: Record<string, unknown>;
  expected: object;
}

/** Tokens by each login's documentation; Clerk and Auth0 need a setting of theirs to include the email address. */
export const shapes: Record<string, TokenShape> = {
  Clerk: {
    settings: { AUTH_AUTHORIZED_PARTY: 'https://app.example.com', AUTH_COOKIE: '__session' },
    claims: {
      azp: 'https://app.example.com',
      sid: 'sess_2abc',
      sub: 'user_2abc',
      v: 2,
      fva: [0, -1],
      sts: 'active',
      email: 'ada@example.com',
      email_verified: true,
    },
    expected: { id: 'user_2abc', email: 'ada@example.com', emailVerified: true, operator: false },
  },
  Auth0: {
    settings: {
      AUTH_AUDIENCE: 'https://billing.example.com',
      AUTH_EMAIL_CLAIM: 'https://example.com/email',
      AUTH_EMAIL_VERIFIED_CLAIM: 'https://example.com/email_verified',
      AUTH_OPERATOR_CLAIM: 'permissions=billing:operate',
    },
    claims: {
      sub: 'auth0|64f0',
      aud: ['https://billing.example.com', 'https://example.eu.auth0.com/userinfo'],
      azp: 'client',
      scope: 'openid email',
      permissions: ['billing:operate'],
      'https://example.com/email': 'ada@example.com',
      'https://example.com/email_verified': true,
    },
    expected: { id: 'auth0|64f0', email: 'ada@example.com', emailVerified: true, operator: true },
  },
  Supabase: {
    settings: { AUTH_AUDIENCE: 'authenticated' },
    claims: {
      sub: '7f1c9a52-0c5f-4d0e-9f3b-1f2a3b4c5d6e',
      aud: 'authenticated',
      role: 'authenticated',
      aal: 'aal1',
      email: 'ada@example.com',
      user_metadata: { email_verified: true },
      session_id: 's',
      is_anonymous: false,
    },
    // Users can edit their `user_metadata`: it verifies nothing.
    expected: { email: 'ada@example.com', emailVerified: false, operator: false },
  },
  Keycloak: {
    settings: { AUTH_AUTHORIZED_PARTY: 'shop', AUTH_OPERATOR_CLAIM: 'realm_access.roles=billing-operator' },
    claims: {
      sub: 'f:1234:ada',
      typ: 'Bearer',
      azp: 'shop',
      aud: 'account',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      email_verified: true,
      realm_access: { roles: ['user', 'billing-operator'] },
    },
    expected: { id: 'f:1234:ada', name: 'Ada Lovelace', emailVerified: true, operator: true },
  },
  'another better-auth': {
    settings: {
      AUTH_AUDIENCE: 'https://app.example.com',
      AUTH_USER_CLAIM: 'id',
      AUTH_EMAIL_VERIFIED_CLAIM: 'emailVerified',
    },
    claims: {
      id: 'ba_1',
      sub: 'ba_1',
      aud: 'https://app.example.com',
      name: 'Ada',
      image: null,
      email: 'ada@example.com',
      emailVerified: true,
    },
    expected: { id: 'ba_1', name: 'Ada', email: 'ada@example.com', emailVerified: true },
  },
};
