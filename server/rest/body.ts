import type { Request, RequestHandler, Response } from 'express';
import { AppError } from '../errors.ts';
import type { Bodies } from '../http/bodies/bodies.ts';

/** Stands for a body that isn't JSON; no schema accepts it. */
const NOT_JSON = Symbol('not JSON');

export function isJson(value: unknown): boolean {
  return value !== NOT_JSON;
}

/** JSON may hold it; the database's texts can't. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/;

const MOST_BYTES = 100_000;

interface Incoming {
  request: Request;
  response: Response;
  /** Bytes; default: 100 kB. */
  most?: number;
}

/** The JSON value of a body; undefined: it is empty. Rejects with an AppError if it is too large or cut off. */
export async function readJson(bodies: Bodies, incoming: Incoming): Promise<unknown> {
  const text = await readText(bodies, incoming);
  if (text === undefined) return undefined;
  if (!incoming.request.is('json')) return NOT_JSON;
  try {
    return JSON.parse(text);
  } catch {
    return NOT_JSON;
  }
}

/** For tRPC, which has no memory limit over all connections. */
export function readBody({ bodies }: { bodies: Bodies }): RequestHandler {
  return (request, response, next) => {
    if (request.method !== 'POST') return next();
    readText(bodies, { request, response }).then(() => next(), next);
  };
}

/** The body as text, also as `request.body`, where tRPC and better-auth look for it; undefined: it is empty. */
async function readText(
  bodies: Bodies,
  { request, response, most = MOST_BYTES }: Incoming,
): Promise<string | undefined> {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') throw new AppError('invalid_body');
  const bytes = await bodies.read(request, response, most);
  const text = bytes.length > 0 ? bytes.toString('utf8') : undefined;
  if (text !== undefined && NUL.test(text)) throw new AppError('invalid_body');
  request.body = text;
  return text;
}
