import type { Metadata } from '../core/records.ts';

/** One webhook's content, stored so that every delivery sends the same bytes. */
export interface StoredEvent {
  id: string;
  type: string;
  /** The company's time, ms. */
  at: number;
  /** The first attempts of the events of one lane (a customer) are made one after the other. */
  lane: string;
  body: string;
  /** The thin body, which names the object instead of including it; absent: no endpoint wants thin events. */
  thin?: string;
}

export interface Attempt {
  /** Real time, ISO 8601. */
  at: string;
  /** null: no response. */
  status: number | null;
  /** The first 500 characters of the response, or the reason why there is none. */
  answer: string;
  ms: number;
  falsified?: boolean;
}

export interface Delivery {
  id: string;
  eventId: string;
  /** Absent: the endpoint from the options. */
  endpointId?: string;
  /** Sends the event's thin body. */
  thin?: boolean;
  eventType: string;
  lane: string;
  /** The number of the event since the seed was set: faults depend only on this and the seed. */
  ordinal: number;
  status: 'pending' | 'delivered' | 'failed' | 'dropped';
  /** Real time, ms; null: no further attempt. */
  nextAt: number | null;
  attemptCount: number;
  /** The last 20 attempts. */
  attempts: Attempt[];
  /** The number of repeats after success. */
  repeats: number;
  /** Requested manually: exempt from the faults. */
  manual: boolean;
}

/** A webhook endpoint of the shop. Some companies disable an endpoint after repeated failures. */
export interface Endpoint {
  id: string;
  url: string;
  secret: string;
  name: string | null;
  payload: 'snapshot' | 'thin';
  /** null: the account's default version. */
  apiVersion?: string | null;
  metadata: Metadata;
  createdAt: number;
  /** Failed events since the last successful one. */
  failedInRow: number;
  /** Deliveries wait until the endpoint is enabled; manual ones are sent anyway. */
  disabled: boolean;
  /** The names of the events to send; absent: all. */
  events?: string[];
  /** Only for the endpoint of the options; others are deleted. */
  removed?: boolean;
}

export interface ApiFault {
  mode: 'ok' | 'slow' | 'hang' | 'hold' | 'refuse' | 'error500' | 'error429' | 'cut' | 'answer';
  ms?: number;
  /** Affects only calls whose path and query contain this text. */
  only?: string;
  /** The number of matching calls that are not affected at first. */
  after?: number;
  /** The response of the mode `answer`; `{n}` in the body is the number of the affected call. */
  status?: number;
  body?: string;
}

/** Faults of the company. Rates are fractions of the events, 0 to 1. */
export interface Switches {
  seed: number;
  /** The number of events since the seed was set. */
  drawn: number;
  repeat: number;
  reorder: number;
  delay: { rate: number; ms: number };
  drop: number;
  falsify: number;
  api: ApiFault;
  /** Further ones: a call meets the first that hits it. */
  also?: ApiFault[];
  /** Rate limit of the API: this many calls in this many seconds; absent: no limit. */
  limit?: { calls: number; seconds: number };
  oneSubscription?: boolean;
  /** Due actions run only when the clock is moved. */
  still?: boolean;
  /** The account of the secret key; absent: the company's default account. */
  account?: string;
  /** Absent: `snapshot`. */
  payload?: 'snapshot' | 'thin';
}
