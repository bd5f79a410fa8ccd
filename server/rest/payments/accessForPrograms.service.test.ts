import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashOfKey } from '../../auth/callers/serviceKeys.ts';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';

/** Requests of programs are answered before Express' routing, with the same results. */

let app: TestApp;
let ada: { id: string; cookie: string };

beforeAll(async () => {
  app = await startTestApp({ SERVICE_KEYS: `web:read:${hashOfKey('web')}` });
  ada = await app.signUp();
});
afterAll(() => app.close());

const key = (id: string) => ({ authorization: 'Bearer web', 'x-user-id': id });
// A request with a page's origin goes through Express.
const page = { origin: 'https://page.example' };
const namesOf = ({ headers }: Response) => [...headers.keys()].filter((name) => name !== 'keep-alive').toSorted();
const answerOf = async (headers: Record<string, string>, path = '/api/payments/access') => {
  const response = await app.call(path, { headers });
  const { access, error } = (await response.json()) as { access?: object; error?: string };
  return { status: response.status, names: namesOf(response), access: access && { ...access, asOf: null }, error };
};

test.each([
  ['a key', () => key(ada.id), 200],
  ['a key for an id that nobody has', () => key('nobody'), 404],
  ['a key for nobody', () => ({ authorization: 'Bearer web' }), 400],
  ['a key that nobody has', () => ({ ...key(ada.id), authorization: 'Bearer eve' }), 401],
  ['a false token beside a good cookie', () => ({ authorization: 'Bearer x.y.z', cookie: ada.cookie }), 401],
])('%s', async (_name, headers, status) => {
  const answer = await answerOf(headers());
  expect(answer.status).toBe(status);
  expect(answer).toEqual(await answerOf({ ...headers(), ...page }));
  for (const path of ['/api/payments/access/', '/api/payments/access?x=1', '/API/payments/Access'])
    expect(await answerOf(headers(), path)).toEqual(answer);
});

test('is never cached, and has the headers and the request id of every answer', async () => {
  const { headers } = await app.call('/api/payments/access', { headers: key(ada.id) });
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
});

test('other methods get the usual answer', async () => {
  const head = await app.call('/api/payments/access', { method: 'HEAD', headers: key(ada.id) });
  expect([head.status, await head.text()]).toEqual([200, '']);
  const posted = await app.call('/api/payments/access', { method: 'POST', headers: key(ada.id) });
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});
