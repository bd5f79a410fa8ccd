import type { IncomingMessage } from 'node:http';
import type { Pool } from '../../database/client.ts';
import { type AccessSourceRow, readAccessRows, readHolder } from '../../database/reads/access.ts';
import { readAccount } from '../../database/reads/sessions.ts';
import type { Caller, Session } from './caller.ts';
import { actingCaller, namedUser, type ServiceKey } from './serviceKeys.ts';
import { bearerValue } from './shown.ts';

/** Whom a service asks for. */
export interface Named {
  id: string;
  email: string | null;
  key: ServiceKey;
}

export interface Holder {
  user: Caller;
  /** All that may give the user a plan. */
  sources: AccessSourceRow[];
}

/** Services that ask with a key of theirs, for users whom they name. */
export interface KeyCallers {
  /** The key that the request shows; null: it shows none of ours. */
  keyOf(request: IncomingMessage): ServiceKey | null;
  /** null: no key asks. Throws AppError invalid_headers. */
  namedOf(request: IncomingMessage): Named | null;
  actFor(named: Named): Promise<Session>;
  /** The user with all that bears on access, in one round trip. */
  holderOf(named: Named): Promise<Holder>;
}

export interface KeyCallersOptions {
  pool: Pool;
  /** Whether ids are those of our own accounts; else every id is somebody's. */
  hasAccounts: boolean;
  findKey(shown: string): ServiceKey | null;
  onKeyUse(key: ServiceKey): void;
}

/** What a foreign login tells of a user whom only a key names. */
export const NOBODY_KNOWN = { email: '', name: '', emailVerified: false };

export function createKeyCallers({ pool, hasAccounts, findKey, onKeyUse }: KeyCallersOptions): KeyCallers {
  const keyOf: KeyCallers['keyOf'] = ({ headers }) => {
    const shown = bearerValue(headers.authorization);
    return shown === null ? null : findKey(shown);
  };
  return {
    keyOf,
    namedOf(request) {
      const key = keyOf(request);
      if (!key) return null;
      onKeyUse(key);
      return { ...namedUser(request.headers), key };
    },
    async actFor({ key, ...named }) {
      const account = hasAccounts ? await readAccount(pool, named.id) : NOBODY_KNOWN;
      return { id: null, until: null, user: actingCaller(key, named, account) };
    },
    async holderOf({ key, ...named }) {
      const { account, sources } = hasAccounts
        ? await readHolder(pool, named.id)
        : { account: NOBODY_KNOWN, sources: await readAccessRows(pool, named.id) };
      return { user: actingCaller(key, named, account), sources };
    },
  };
}
