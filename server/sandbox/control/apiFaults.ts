import type { Request, RequestHandler, Response } from 'express';
import type { Company } from '../core/company.ts';
import { currentSwitches } from '../webhooks/outbox.ts';
import type { ApiFault } from '../webhooks/records.ts';
import type { ApiCalls } from './calls.ts';

const DEFAULT_SLOW_MS = 3_000;

const defaultBodies = {
  429: { error: { type: 'invalid_request_error', message: 'Too many requests' } },
  500: { error: { type: 'api_error', message: 'The sandbox was told to fail.' } },
} as const;

/** Applies the switches `api` and `also` to the company's API. Records each call. */
export function apiFaults(company: Company, calls: ApiCalls): RequestHandler {
  const recent: number[] = [];
  const strikes = counter();
  return (request, response, next) => {
    calls.note(request, response);
    const { api, also = [], limit } = currentSwitches(company.store);
    const tried = [api, ...also].map((fault) => ({ fault, struck: strikes(fault, request) }));
    const { fault, struck } = tried.find((each) => each.struck > 0 && each.fault.mode !== 'ok') ?? NONE;
    const { mode, ms } = fault;
    const wait = limit ? secondsToWait(recent, limit) : 0;
    if (wait > 0) return tooMany(company, response, wait);
    switch (mode) {
      case 'ok':
        return next();
      case 'slow':
        return void setTimeout(next, ms ?? DEFAULT_SLOW_MS);
      case 'hang':
        return;
      case 'hold':
        return calls.hold(next);
      case 'answer':
        return answer(response, fault, struck);
      case 'refuse':
        return void response.socket?.destroy();
      case 'error500':
        return void response.status(500).json(company.dialect.faultBody?.(500) ?? defaultBodies[500]);
      case 'error429':
        return tooMany(company, response, 1);
      case 'cut':
        return cut(response);
    }
  };
}

const NONE = { fault: { mode: 'ok' } as ApiFault, struck: 0 };

/** Counts the calls that a fault has hit, this one included; 0: the call is not affected. */
function counter() {
  const matched = new WeakMap<ApiFault, number>();
  return (fault: ApiFault, { originalUrl }: Request): number => {
    if (!originalUrl.includes(fault.only ?? '')) return 0;
    const count = (matched.get(fault) ?? 0) + 1;
    matched.set(fault, count);
    return Math.max(0, count - (fault.after ?? 0));
  };
}

/** Sends the response that the test has set. */
function answer(response: Response, { status = 500, body = '{}' }: ApiFault, count: number): void {
  response
    .status(status)
    .type('application/json')
    .send(body.replaceAll('{n}', `${count}`));
}

/** Counts an allowed call; for any other, returns the seconds to wait. */
function secondsToWait(recent: number[], { calls, seconds }: { calls: number; seconds: number }): number {
  const now = Date.now();
  while (recent[0] !== undefined && recent[0] <= now - seconds * 1000) recent.shift();
  if (recent.length < calls) {
    recent.push(now);
    return 0;
  }
  return Math.max(1, Math.ceil(((recent[0] ?? now) + seconds * 1000 - now) / 1000));
}

function tooMany({ dialect }: Company, response: Response, seconds: number): void {
  response.status(429).set({ 'retry-after': String(seconds), ...dialect.limitHeaders });
  response.json(dialect.faultBody?.(429) ?? defaultBodies[429]);
}

/** Sends half of a JSON response, then closes the connection. */
function cut(response: Response): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '4096' });
  response.write('{"id":"cut_');
  setTimeout(() => response.socket?.destroy(), 20);
}
