import type { Logger } from 'pino';
import type { Auth } from '../auth.ts';
import { createSessions, type Sessions, type SessionsOptions } from '../session.ts';
import { createForeignLogin, type LoginSettings } from './foreignLogin.ts';
import { createKeySet } from './keySet.ts';
import { createKeyUse } from './keyUse.ts';
import { createOwnAccounts } from './ownAccounts.ts';
import { createKeyRing, type ServiceKey } from './serviceKeys.ts';

export interface CallerSettings {
  operatorEmails: readonly string[];
  /** Replaces our own accounts; null: our own accounts are used. */
  login: LoginSettings | null;
  serviceKeys: readonly ServiceKey[];
  /** The longest life of a session of our own accounts. */
  sessionDays: number;
}

interface SessionParts extends Pick<SessionsOptions, 'pool' | 'grants' | 'foreignPageOf'> {
  auth: Auth;
  log: Logger;
}

/** Creates the sessions that the settings describe. */
export function openSessions(
  settings: CallerSettings,
  { auth, pool, grants, foreignPageOf, log }: SessionParts,
): Sessions {
  const { operatorEmails, login, serviceKeys, sessionDays } = settings;
  return createSessions({
    pool,
    own: createOwnAccounts({ auth, pool, operatorEmails, sessionDays }),
    foreign: login && { login: openLogin(login, log), cookie: login.cookie },
    grants,
    foreignPageOf,
    findKey: createKeyRing(serviceKeys),
    onKeyUse: createKeyUse(pool, (err) => log.warn({ err }, 'The use of a service key could not be recorded')),
  });
}

function openLogin(login: LoginSettings, log: Logger) {
  const url = login.jwksUrl;
  const keys = createKeySet({
    url,
    onFailure: (err) => log.warn({ err, url }, 'The keys of AUTH_JWKS_URL could not be read'),
  });
  return createForeignLogin({ login, keys, onRefusal: (reason) => log.info({ reason }, 'A token was refused') });
}
