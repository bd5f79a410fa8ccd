import { z } from 'zod';

export const socialNames = ['google', 'github'] as const;
export type SocialName = (typeof socialNames)[number];

/** A person, as the social provider identifies them. */
export interface SocialProfile {
  /** The provider's own id, which never changes. */
  id: string;
  /** Empty: not given. */
  email: string;
  emailVerified: boolean;
  name: string;
}

/** Reads an address of the social provider's API for the person who signed in. */
type Ask = (address: string) => Promise<unknown>;

interface Company {
  authorizationUrl: string;
  tokenUrl: string;
  scopes: string[];
  readProfile(ask: Ask): Promise<SocialProfile>;
}

const text = z.string().nullish();
/** https://developers.google.com/identity/openid-connect/openid-connect */
const googleUser = z.object({ sub: z.string().min(1), email: text, email_verified: z.boolean().nullish(), name: text });
/** https://docs.github.com/en/rest/users/users and /emails */
const githubUser = z.object({ id: z.int(), login: z.string(), name: text });
const githubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

export const companies: Record<SocialName, Company> = {
  google: {
    authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    scopes: ['openid', 'email', 'profile'],
    async readProfile(ask) {
      const user = googleUser.parse(await ask('https://openidconnect.googleapis.com/v1/userinfo'));
      const { sub: id, email, email_verified: isVerified, name } = user;
      return { id, email: email ?? '', emailVerified: isVerified === true, name: name ?? '' };
    },
  },
  github: {
    authorizationUrl: 'https://github.com/login/oauth/authorize',
    tokenUrl: 'https://github.com/login/oauth/access_token',
    scopes: ['read:user', 'user:email'],
    async readProfile(ask) {
      const user = githubUser.parse(await ask('https://api.github.com/user'));
      const emails = githubEmails.parse(await ask('https://api.github.com/user/emails'));
      const { email = '', verified = false } = emails.find(({ primary }) => primary) ?? {};
      return { id: `${user.id}`, email, emailVerified: verified, name: user.name || user.login };
    },
  },
};
