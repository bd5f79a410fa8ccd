import type { TestApp } from '../app/app.ts';
import { post } from './requests.ts';

const signUp = '/api/auth/sign-up/email';
const signIn = '/api/auth/sign-in/email';
const OWNER = { email: 'owner@example.com', password: 'correct horse battery' };
const evil = { origin: 'https://evil.example.com' };

/** Requests that cause each documented response about accounts. `strict`: a process that allows two tries. */
export function accountCalls(
  asked: () => { app: TestApp; strict: TestApp },
): Record<string, (() => Promise<Response>)[]> {
  const send = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    asked().app.call(path, post(body, undefined, headers));
  const enter = () => send(signUp, { name: 'Ada', ...OWNER });
  const tooOften = (path: string) => async () => {
    const tries = [1, 2, 3].map(() => asked().strict.call(path, post({ ...OWNER, name: 'Ada', password: 'x' })));
    return (await Promise.all(tries)).find(({ status }) => status === 429) ?? (tries[0] as Promise<Response>);
  };
  return {
    [`post ${signUp} 200`]: [enter],
    [`post ${signUp} 400`]: [
      () => send(signUp, '{oops'),
      () => send(signUp, { name: 'Ada', email: 'no address', password: OWNER.password }),
      () => send(signUp, { name: 'Ada', email: 'ada@example.com', password: 'password1' }),
    ],
    [`post ${signUp} 403`]: [() => send(signUp, { name: 'Ada', ...OWNER }, evil)],
    [`post ${signUp} 413`]: [() => send(signUp, { name: 'x'.repeat(20_000) })],
    [`post ${signUp} 429`]: [tooOften(signUp)],
    [`post ${signIn} 200`]: [() => enter().then(() => send(signIn, OWNER))],
    [`post ${signIn} 400`]: [() => send(signIn, {})],
    [`post ${signIn} 401`]: [() => send(signIn, { ...OWNER, password: 'wrong password' })],
    [`post ${signIn} 403`]: [() => send(signIn, OWNER, evil)],
    [`post ${signIn} 413`]: [() => send(signIn, { email: 'x'.repeat(20_000) })],
    [`post ${signIn} 429`]: [tooOften(signIn)],
    'get /.well-known/jwks.json 200': [() => asked().app.call('/.well-known/jwks.json')],
  };
}
