import type pg from 'pg';
import { ask } from '../../calls/ask.ts';

const FIRST_PASSWORD = 'correct horse battery';

/** A browser with its cookies; `password` is what its person last chose. */
export interface Browser {
  /** Never sent: for the report. */
  name: string;
  cookies: Map<string, string>;
  password: string;
}

export interface Me {
  id: string;
  email: string;
  emailVerified: boolean;
}

export interface Site {
  url: string;
  pool: pg.Pool;
}

export interface Answered {
  status: number | null;
  body: Record<string, unknown>;
}

export const newBrowser = (name: string): Browser => ({ name, cookies: new Map(), password: FIRST_PASSWORD });

/** A call of the browser, which keeps the cookies of its answer. */
export async function visit(at: [Site, Browser], path: string, body?: object): Promise<Answered> {
  const [site, browser] = at;
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { cookie, 'content-type': 'application/json' };
  const question = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
  const answer = await ask(site.url + path, question);
  for (const line of answer.headers['set-cookie'] ?? []) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/Max-Age=0/i.test(line)) browser.cookies.delete(name);
    else browser.cookies.set(name, value);
  }
  const parsed: unknown = answer.text.startsWith('{') ? JSON.parse(answer.text) : {};
  return { status: answer.status, body: Object(parsed) };
}

export async function whoAmI(site: Site, browser: Browser): Promise<Me | null> {
  const { body } = await visit([site, browser], '/api/trpc/session.me');
  return (body as { result?: { data: Me | null } }).result?.data ?? null;
}

/** The token of the newest mail to an address that has one, for this purpose; null: there is none. */
export async function tokenMailed({ pool }: Site, email: string, page: 'reset-password' | 'verify-address') {
  const { rows } = await pool.query<{ token: string }>(
    `SELECT substring(message->>'text' from $2) AS token FROM mail WHERE message->>'to' = $1 AND message->>'text' ~ $2
      ORDER BY "queuedAt" DESC LIMIT 1`,
    [email, `${page}\\?token=([[:alnum:]_-]+)`],
  );
  return rows[0]?.token ?? null;
}
