import type { TestApp } from '../app/app.ts';
import { cookieOf, post } from '../calls/requests.ts';

/** The pages to which a sign-in returns. */
export const BACK = { callbackURL: '/pricing?plan=pro', errorCallbackURL: '/sign-in?next=%2Fpricing' };

export interface Me {
  id: string;
  email: string;
  emailVerified: boolean;
  operator: boolean;
}

export const me = (app: TestApp, cookie: string) => app.trpc<Me | null>({ cookie }, 'session.me');

export interface Visit {
  /** The provider's redirect, with its code or error. */
  back: string;
  /** The browser's cookies. */
  cookie: string;
}

/**
 * Starts a sign-in and follows it to the provider's redirect. `cookie`: the browser's cookies, to which it adds new
 * ones.
 */
export async function goThere(app: TestApp, provider: string, { cookie = '', to = BACK } = {}): Promise<Visit> {
  const begun = await app.call('/api/auth/sign-in/social', post({ provider, ...to }, cookie));
  const { url } = (await begun.json()) as { url: string };
  const asked = await fetch(url, { redirect: 'manual' });
  const back = new URL(asked.headers.get('location') ?? '');
  return { back: back.pathname + back.search, cookie: `${cookie}; ${cookieOf(begun)}` };
}

export async function comeBack(app: TestApp, { back, cookie }: Visit) {
  const answer = await app.call(back, { headers: { cookie } });
  const entered = cookieOf(answer);
  const location = answer.headers.get('location');
  return { status: answer.status, location, cookie: entered, me: await me(app, entered) };
}
