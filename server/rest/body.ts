import type { Request, RequestHandler, Response } from 'express';
import type { Bodies } from '../http/bodies/bodies.ts';

/** Stands for a body that isn't JSON; no schema accepts it. */
const NOT_JSON = Symbol('not JSON');

export function isJson(value: unknown): boolean {
  return value !== NOT_JSON;
}

/** JSON may hold it; the database's texts can't. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/;

/** Stands for a compressed body, which is never inflated: it isn't JSON. */
const ENCODED = '\0';

const MOST_BYTES = 100_000;

interface Incoming {
  request: Request;
  response: Response;
  /** Bytes; default: 100 kB. */
  most?: number;
}

/** The JSON value of a body; undefined: it is empty. Rejects with an AppError if it is too large or cut off. */
export async function readJson(bodies: Bodies, incoming: Incoming): Promise<unknown> {
  const value = parse(await readText(bodies, incoming));
  return value === undefined || incoming.request.is('json') ? value : NOT_JSON;
}

/**
 * For tRPC, which has no memory limit over all connections, and which would refuse what is not JSON before the verbs'
 * own checks: null is refused in its turn, by every input.
 */
export function readBody({ bodies }: { bodies: Bodies }): RequestHandler {
  return (request, response, next) => {
    if (request.method !== 'POST') return next();
    const handOn = (text: string) => {
      request.body = isJson(parse(text)) ? text || '{}' : 'null';
      next();
    };
    readText(bodies, { request, response }).then(handOn, next);
  };
}

async function readText(bodies: Bodies, { request, response, most = MOST_BYTES }: Incoming): Promise<string> {
  const bytes = await bodies.read(request, response, most);
  const { 'content-encoding': encoding = 'identity' } = request.headers;
  return encoding === 'identity' ? bytes.toString('utf8') : ENCODED;
}

function parse(text: string): unknown {
  if (text === '') return undefined;
  try {
    return NUL.test(text) ? NOT_JSON : JSON.parse(text);
  } catch {
    return NOT_JSON;
  }
}
