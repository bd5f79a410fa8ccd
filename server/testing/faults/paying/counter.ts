import pg from 'pg';
import { hashOfKey } from '../../../auth/callers/serviceKeys.ts';
import type { Provider } from '../../events/wire.ts';
import { type Issuer, startIssuer } from '../../logins/issuer.ts';
import type { DurablePostgres } from '../parts/postgres.ts';
import { type CompanyProcess, startCompanySandbox } from '../parts/sandbox.ts';
import { type Environment, type ServiceProcess, settingsFor, startService } from '../parts/service.ts';
import { OTHER_PRODUCT } from './payer.ts';

/** A service with its own accounts and one with a foreign login, at one company that tells them nothing. */
export interface Counter {
  company: CompanyProcess;
  issuer: Issuer;
  own: ServiceProcess;
  foreign: ServiceProcess;
  /** The settings and the database of the service with its own accounts. */
  environment: Environment;
  pool: pg.Pool;
  /** Whether the service's records contain this customer as the user's. */
  isLinked(userId: string, providerCustomerId: string): Promise<boolean>;
  close(): Promise<void>;
}

export async function openCounter(provider: Provider, postgres: DurablePostgres): Promise<Counter> {
  const issuer = await startIssuer();
  const company = await startCompanySandbox(provider, 'http://127.0.0.1:9/');
  await company.control('POST', 'switches', { drop: 1 });
  const settings = async (more: Environment): Promise<Environment> => ({
    ...settingsFor(await postgres.createDatabase(), company.url),
    PAYMENT_PROVIDER: provider,
    DRAINING_PROVIDERS: '',
    LOG_LEVEL: 'fatal',
    [`${provider.toUpperCase()}_PRICE_IGNORE`]: OTHER_PRODUCT,
    ...more,
  });
  const environment = await settings({ MAIL_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'billing@example.com' });
  const login = await settings({
    AUTH_JWKS_URL: issuer.jwksUrl,
    AUTH_ISSUER: issuer.url,
    AUTH_ORG_CLAIM: 'org_id',
    AUTH_ORG_EMAIL_CLAIM: 'org_email',
    BILLING_ROLES: 'org:admin',
    SERVICE_KEYS: `sure:read+write+verify:${hashOfKey('sure')}`,
  });
  const [own, foreign] = await Promise.all([startService(environment), startService(login)]);
  const pools = [environment, login].map(({ DATABASE_URL }) => new pg.Pool({ connectionString: DATABASE_URL, max: 2 }));
  return {
    company,
    issuer,
    own,
    foreign,
    environment,
    pool: pools[0] as pg.Pool,
    async isLinked(userId, providerCustomerId) {
      const text = 'SELECT FROM customer WHERE "userId" = $1 AND "providerCustomerId" = $2';
      const found = await Promise.all(pools.map((pool) => pool.query(text, [userId, providerCustomerId])));
      return found.some(({ rowCount }) => rowCount !== 0);
    },
    async close() {
      await Promise.all([own.remove(), foreign.remove()]);
      for (const pool of pools) await pool.end();
      await company.close();
      await issuer.close();
    },
  };
}
