import type { TRPCError } from '@trpc/server';
import type { CreateExpressContextOptions } from '@trpc/server/adapters/express';
import type { Caller, Session } from '../auth/callers/caller.ts';
import type { ServiceKey } from '../auth/callers/serviceKeys.ts';
import type { Subscriber } from '../auth/session.ts';
import type { Deps } from '../deps.ts';
import { senderOf } from '../http/clientAddress.ts';

/** The context of procedures; tests create it without HTTP. */
export interface Context {
  deps: Deps;
  /** Reads the session once, when a procedure first needs it. */
  user(): Promise<Caller | null>;
  /** The same with the user's subscription, in one round trip for all procedures of a batch. */
  subscriber(): Promise<Subscriber | null>;
  session(): Promise<Session | null>;
  /** A service that calls for no particular user; rejects for any other caller. */
  service(): Promise<ServiceKey>;
  /** The network address of whoever calls. */
  sender(): string;
  /** Why a stream was refused before it began. */
  refusal?: TRPCError;
}

export function createContext(deps: Deps, { req, res }: CreateExpressContextOptions): Context {
  let reading: Promise<Session | null> | undefined;
  let readingSubscriber: Promise<Subscriber | null> | undefined;
  const session = () => {
    reading ??= deps.sessions.sessionOf(req, res);
    return reading;
  };
  return {
    deps,
    session,
    sender: () => senderOf(req, deps.settings.trustProxy),
    service: () => deps.sessions.serviceOf(req, res),
    user: async () => (await session())?.user ?? null,
    subscriber() {
      readingSubscriber ??= deps.sessions.subscriberOf(req, res);
      return readingSubscriber;
    },
  };
}
