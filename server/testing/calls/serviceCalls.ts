import type { TestApp } from '../app/app.ts';
import { post } from './requests.ts';

interface Subject {
  app: TestApp;
  /** A process that lost its database. */
  lost: TestApp;
  /** The id of a user with an account. */
  userId: string;
}

const changes = '/api/payments/changes';
const embedToken = '/api/payments/embed-token';

/**
 * Requests that cause each documented response to services; their keys are `web` (read, write) and `feed` (changes).
 */
export function serviceCalls(asked: () => Subject): Record<string, (() => Promise<Response>)[]> {
  const by = (key: string, userId?: string) => ({
    authorization: `Bearer ${key}`,
    ...(userId === undefined ? {} : { 'x-user-id': userId }),
  });
  const read = (query: string, headers: Record<string, string> = by('feed'), on = asked().app) =>
    on.call(`${changes}${query}`, { headers });
  const grant = (headers: Record<string, string>, on = asked().app) =>
    on.call(embedToken, post({}, undefined, headers));
  const grantFor = (origin: string) =>
    asked().app.call(embedToken, post({ origin }, undefined, by('web', asked().userId)));
  return {
    [`get ${changes} 200`]: [() => read('')],
    [`get ${changes} 400`]: [() => read('?limit=0')],
    [`get ${changes} 401`]: [() => read('', {})],
    [`get ${changes} 403`]: [() => read('', by('web'))],
    [`get ${changes} 410`]: [() => read('?after=gone')],
    [`get ${changes} 429`]: [() => fifth(read)],
    [`get ${changes} 500`]: [() => read('', by('feed'), asked().lost)],
    [`post ${embedToken} 200`]: [() => grant(by('web', asked().userId))],
    [`post ${embedToken} 400`]: [() => grant(by('web')), () => grantFor('https://evil.example.com')],
    [`post ${embedToken} 401`]: [() => grant({})],
    [`post ${embedToken} 403`]: [() => grant(by('feed', asked().userId))],
    [`post ${embedToken} 404`]: [() => grant(by('web', 'nobody'))],
    [`post ${embedToken} 413`]: [() => grantFor('x'.repeat(200_000))],
    [`post ${embedToken} 500`]: [() => grant(by('web', asked().userId), asked().lost)],
  };
}

/** A key may have four waiting requests; the fifth is refused. */
async function fifth(read: (query: string) => Promise<Response>): Promise<Response> {
  const { cursor } = (await (await read('?limit=500')).json()) as { cursor: string };
  const answers = await Promise.all(Array.from({ length: 5 }, () => read(`?wait=2&after=${cursor}`)));
  return answers.find(({ status }) => status === 429) ?? (answers[0] as Response);
}
