import type { CreateExpressContextOptions } from '@trpc/server/adapters/express';
import { type SessionUser, userOf } from '../auth/session.ts';
import type { Deps } from '../deps.ts';

/** What procedures see; tests make it without HTTP. */
export interface Context {
  deps: Deps;
  /** Reads the session once, when a procedure first asks. */
  user(): Promise<SessionUser | null>;
}

export function createContext(deps: Deps, { req, res }: CreateExpressContextOptions): Context {
  let reading: Promise<SessionUser | null> | undefined;
  return {
    deps,
    user() {
      reading ??= userOf(deps.auth, req, res);
      return reading;
    },
  };
}
