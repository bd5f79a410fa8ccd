import { hashOfKey } from '../../auth/callers/serviceKeys.ts';
import type { TestApp } from '../app/app.ts';
import { startSandboxedApp } from '../app/sandboxedApp.ts';
import { companyPurchase } from '../company/companySide.ts';
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
    [`post ${embedToken} 429`]: [() => whileBusy(asked(), () => grant(by('web', asked().userId)))],
    [`post ${embedToken} 500`]: [() => grant(by('web', asked().userId), asked().lost)],
    'post /api/payments/checkout 409': [takenAddress],
    ...Object.fromEntries(
      ['access', 'subscriptions', 'history'].map((name) => {
        const path = `/api/payments/${name}`;
        const call = () => asked().app.call(path, { headers: by('web', asked().userId) });
        return [`get ${path} 429`, [() => whileBusy(asked(), call)]];
      }),
    ),
  };
}

/** While as many calls of the user run and wait as may. */
async function whileBusy({ app, userId: id }: Subject, call: () => Promise<Response>): Promise<Response> {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held = Array.from({ length: 68 }, () => app.deps.callerQueues.run({ id }, () => gate));
  const answer = await call().finally(release);
  await Promise.all(held);
  return answer;
}

/** An organisation names the address of another customer, at a provider that keeps one customer an address. */
async function takenAddress(): Promise<Response> {
  const environment = { SERVICE_KEYS: `web:write:${hashOfKey('web')}`, AUTH_JWKS_URL: 'http://127.0.0.1:9' };
  const app = await startSandboxedApp('gamma', { environment });
  const email = 'taken@example.com';
  await companyPurchase(app, { plan: 'pro', email });
  const headers = { authorization: 'Bearer web', 'x-user-id': 'org:acme', 'x-user-email': email };
  const answer = await app.call('/api/payments/checkout', post({ plan: 'pro' }, undefined, headers));
  const whole = new Response(await answer.text(), answer);
  await app.close();
  return whole;
}

/** A key may have four waiting requests; the fifth is refused. */
async function fifth(read: (query: string) => Promise<Response>): Promise<Response> {
  const { cursor } = (await (await read('?limit=500')).json()) as { cursor: string };
  const answers = await Promise.all(Array.from({ length: 5 }, () => read(`?wait=2&after=${cursor}`)));
  return answers.find(({ status }) => status === 429) ?? (answers[0] as Response);
}
