import express, { type Request, type Response } from 'express';
import { clientError } from './errors.ts';

/** Stands for a body that isn't JSON; no schema accepts it. */
const NOT_JSON = Symbol('not JSON');

export function isJson(value: unknown): boolean {
  return value !== NOT_JSON;
}

export const MAX_BODY_BYTES = 100_000;

/** Names, addresses and passwords need no more. */
const MAX_ACCOUNT_BODY_BYTES = 10_000;

const reader = (limit: number) => express.text({ type: () => true, limit });
const readers = { api: reader(MAX_BODY_BYTES), accounts: reader(MAX_ACCOUNT_BODY_BYTES) };

interface ReadOptions {
  of?: keyof typeof readers;
}

/** The JSON value of a request's body; undefined: it is empty. Rejects with an AppError when it is too large or cut. */
export async function readJson(
  request: Request,
  response: Response,
  { of = 'api' }: ReadOptions = {},
): Promise<unknown> {
  await new Promise<void>((resolve, reject) => {
    readers[of](request, response, (error?: unknown) => (error ? reject(clientError(error) ?? error) : resolve()));
  });
  const text: unknown = request.body;
  if (typeof text !== 'string' || text === '') return undefined;
  if (!request.is('json')) return NOT_JSON;
  try {
    return JSON.parse(text);
  } catch {
    return NOT_JSON;
  }
}
