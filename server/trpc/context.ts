import type { CreateExpressContextOptions } from '@trpc/server/adapters/express';
import type { SessionUser, Subscriber } from '../auth/session.ts';
import type { Deps } from '../deps.ts';

/** What procedures see; tests make it without HTTP. */
export interface Context {
  deps: Deps;
  /** Reads the session once, when a procedure first asks. */
  user(): Promise<SessionUser | null>;
  /** The same with the user's subscription, in one round trip. */
  subscriber(): Promise<Subscriber | null>;
}

export function createContext(deps: Deps, { req, res }: CreateExpressContextOptions): Context {
  let reading: Promise<SessionUser | null> | undefined;
  return {
    deps,
    user() {
      reading ??= deps.sessions.userOf(req, res);
      return reading;
    },
    subscriber: () => deps.sessions.subscriberOf(req, res),
  };
}
