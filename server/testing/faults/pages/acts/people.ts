import { type Issuer, startIssuer } from '../../../logins/issuer.ts';
import { addressOf, type Caller } from '../../parts/market.ts';
import type { Environment } from '../../parts/service.ts';

/** `payer` and `member`: of an organisation that has an account of its own. */
export type Role = 'alone' | 'member' | 'payer';

export const organisationOf = (person: string) => `org:${person}`;

/** The login of all people, and of one operator. */
export interface People {
  /** Of the service. */
  environment: Environment;
  /** As whom a person opens the pages. */
  reader(person: string, role: Role): Promise<Caller>;
  operator(): Promise<Caller>;
  close(): Promise<void>;
}

const PAYING = 'org:billing';

export async function startPeople(): Promise<People> {
  const issuer: Issuer = await startIssuer();
  const signed = async (claims: object): Promise<Caller> => ({
    authorization: `Bearer ${await issuer.sign({ ...claims })}`,
  });
  return {
    environment: {
      AUTH_JWKS_URL: issuer.jwksUrl,
      AUTH_ISSUER: issuer.url,
      AUTH_ORG_CLAIM: 'org_id',
      AUTH_ROLE_CLAIM: 'org_role',
      AUTH_ORG_EMAIL_CLAIM: 'org_email',
      AUTH_OPERATOR_CLAIM: 'operator',
      BILLING_ROLES: PAYING,
    },
    reader(person, role) {
      const own = { sub: person, email: addressOf(person) };
      if (role === 'alone') return signed(own);
      const claims = { org_id: person, org_email: addressOf(organisationOf(person)) };
      return signed({ ...own, ...claims, org_role: role === 'payer' ? PAYING : 'org:member' });
    },
    operator: () => signed({ sub: 'operator', operator: true }),
    close: () => issuer.close(),
  };
}
