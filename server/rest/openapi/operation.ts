import type { SchemaName } from './schemas.ts';

/** Status, the schema of its body, and when it occurs; no schema: no body. */
export type Answer = [status: number, schema: SchemaName | null, when: string];

export interface Operation {
  method: 'get' | 'post';
  path: string;
  id: string;
  summary: string;
  description?: string;
  /** The accepted credentials. */
  auth: 'session' | 'service' | 'key' | 'signature' | 'open';
  /** Descriptions of its parameters. */
  query?: Record<string, string>;
  body?: { schema: SchemaName | null; required: boolean };
  answers: Answer[];
}

export const unauthorized: Answer = [401, 'Error', 'No valid session or key: `Unauthorized`'];
export const badHeaders: Answer = [
  400,
  'Error',
  'A service key without a valid `x-user-id`, or that header without a key: `Invalid request headers`',
];
export const foreign: Answer = [
  403,
  'Error',
  'The request comes from a foreign origin, or the key lacks the scope: `Forbidden`',
];
export const noScope: Answer = [403, 'Error', 'A service key without the scope: `Forbidden`'];
export const unknownUser: Answer = [404, 'Error', 'A service key names a user who has no account: `Unknown user`'];
export const tooLarge = (limit: string): Answer => [413, 'Error', `More than ${limit}: \`Payload too large\``];
export const tooMany: Answer = [429, 'Error', '`Too many requests`; `Retry-After` is the wait in seconds'];
export const failed = (text: string): Answer => [500, 'Error', `The provider or the server failed: \`${text}\``];
