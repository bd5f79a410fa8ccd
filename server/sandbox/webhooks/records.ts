import type { Metadata } from '../core/records.ts';

/** One webhook's content, kept so that every delivery of it sends the same bytes. */
export interface StoredEvent {
  id: string;
  type: string;
  /** The company's clock, ms. */
  at: number;
  /** Events of one lane (a customer's) go out one after the other, each first attempt after the one before. */
  lane: string;
  body: string;
  /** The body that names the object instead of showing it; absent: nobody wanted it so. */
  thin?: string;
}

export interface Attempt {
  /** Real time, ISO 8601. */
  at: string;
  /** null: no answer. */
  status: number | null;
  /** The answer's first 500 characters, or why there is none. */
  answer: string;
  ms: number;
  falsified?: boolean;
}

export interface Delivery {
  id: string;
  eventId: string;
  /** Absent: the one that the options name. */
  endpointId?: string;
  /** Sends the event's thin body. */
  thin?: boolean;
  eventType: string;
  lane: string;
  /** The how-manieth event since the seed was set: faults depend on this and the seed alone. */
  ordinal: number;
  status: 'pending' | 'delivered' | 'failed' | 'dropped';
  /** Real time, ms; null: nothing more is sent. */
  nextAt: number | null;
  attemptCount: number;
  /** The last 20. */
  attempts: Attempt[];
  /** Sent again although delivered. */
  repeats: number;
  /** Asked for by hand: exempt from the faults. */
  manual: boolean;
}

/** An address of the shop for webhooks. Some companies stop sending to one which fails again and again. */
export interface Endpoint {
  id: string;
  url: string;
  secret: string;
  name: string | null;
  payload: 'snapshot' | 'thin';
  /** null: whichever is the account's. */
  apiVersion?: string | null;
  metadata: Metadata;
  createdAt: number;
  /** Events given up since the last one that was taken. */
  failedInRow: number;
  /** What is to be sent waits until the endpoint is enabled; what was asked for by hand goes out all the same. */
  disabled: boolean;
  /** Only events of these names are sent; absent: all. */
  events?: string[];
  /** Of the one that the options name; others are forgotten. */
  removed?: boolean;
}

export interface ApiFault {
  mode: 'ok' | 'slow' | 'hang' | 'hold' | 'refuse' | 'error500' | 'error429' | 'cut' | 'answer';
  ms?: number;
  /** Strikes only the calls whose path and query hold this text. */
  only?: string;
  /** So many of these calls are spared first. */
  after?: number;
  /** What `answer` says; `{n}` in the body counts its answers. */
  status?: number;
  body?: string;
}

/** Faults of the company. Rates are shares of the events, 0 to 1. */
export interface Switches {
  seed: number;
  /** Events made since the seed was set. */
  drawn: number;
  repeat: number;
  reorder: number;
  delay: { rate: number; ms: number };
  drop: number;
  falsify: number;
  api: ApiFault;
  /** No more calls of the API than so many in so many seconds; absent: no limit. */
  limit?: { calls: number; seconds: number };
  oneSubscription?: boolean;
  /** Nothing falls due but when the clock is moved. */
  still?: boolean;
  /** Whose the secret key is; absent: the company's usual account. */
  account?: string;
  /** absent: the whole object. */
  payload?: 'snapshot' | 'thin';
}
