import type { Attempt } from './records.ts';

const TIME_LIMIT_MS = 10_000;
const KEPT_CHARACTERS = 500;

export interface Message {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** Posts once without following redirects; never rejects. `stop` aborts the request. */
export async function post(message: Message, stop: AbortSignal): Promise<Attempt> {
  const started = Date.now();
  const attempt = { at: new Date(started).toISOString() };
  try {
    const response = await fetch(message.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', ...message.headers },
      body: message.body,
      redirect: 'manual',
      signal: AbortSignal.any([stop, AbortSignal.timeout(TIME_LIMIT_MS)]),
    });
    const answer = (await response.text()).slice(0, KEPT_CHARACTERS);
    return { ...attempt, status: response.status, answer, ms: Date.now() - started };
  } catch (error) {
    return { ...attempt, status: null, answer: reasonOf(error), ms: Date.now() - started };
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `No answer within ${TIME_LIMIT_MS / 1000} s`;
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
