import type { IncomingMessage } from 'node:http';
import type { Pool } from '../../database/client.ts';
import { readAccount } from '../../database/reads/sessions.ts';
import type { Session } from './caller.ts';
import { actingCaller, namedUser, type ServiceKey } from './serviceKeys.ts';
import { bearerValue } from './shown.ts';

/** Services that call with a key, for the users that they name. */
export interface KeyCallers {
  /** The service key of the request; null: it has none of ours. */
  keyOf(request: IncomingMessage): ServiceKey | null;
  /** For the user that the service names; null: the request has no key. Rejects with AppError invalid_headers. */
  actingSession(request: IncomingMessage): Promise<Session | null>;
}

export interface KeyCallersOptions {
  pool: Pool;
  /** Whether ids must be those of our own accounts; otherwise every id is accepted. */
  hasAccounts: boolean;
  findKey(shown: string): ServiceKey | null;
  onKeyUse(key: ServiceKey): void;
}

/** What is known of a foreign login's user whom only a key names. */
export const NOBODY_KNOWN = { email: '', name: '', emailVerified: false };

export function createKeyCallers({ pool, hasAccounts, findKey, onKeyUse }: KeyCallersOptions): KeyCallers {
  const keyOf: KeyCallers['keyOf'] = ({ headers }) => {
    const shown = bearerValue(headers.authorization);
    return shown === null ? null : findKey(shown);
  };
  return {
    keyOf,
    async actingSession(request) {
      const key = keyOf(request);
      if (!key) return null;
      onKeyUse(key);
      const named = namedUser(request.headers);
      const account = hasAccounts ? await readAccount(pool, named.id) : NOBODY_KNOWN;
      return { id: null, until: null, user: actingCaller(key, named, account) };
    },
  };
}
