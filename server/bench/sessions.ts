import { createHmac } from 'node:crypto';
import { get } from '../testing/load/request.ts';

export const AUTH_SECRET = 'auth-secret-of-the-bench-0123456789';

/** Inserts the users `user_0` to `user_<count - 1>`, each with a session. */
export const peopleSql = (count: number) => [
  `INSERT INTO "user" (id, name, email)
    SELECT 'user_' || n, 'Ada Lovelace', 'user_' || n || '@example.com' FROM generate_series(0, ${count - 1}) n`,
  `INSERT INTO session (id, token, "userId", "expiresAt")
    SELECT 'session_' || n, 'token_' || n, 'user_' || n, now() + interval '7 days' FROM generate_series(0, ${count - 1}) n`,
];

/** Requests for the users' subscriptions, round robin. `x-user` names the user for servers without sessions. */
export function readRequests(people: number, { count, key }: { count: number; key: string }): Buffer[] {
  const each = Array.from({ length: people }, (_, n) => get({ cookie: cookieOf(n, key), 'x-user': `user_${n}` }));
  return Array.from({ length: count }, (_, index) => each[index % people] as Buffer);
}

/** The session cookie of `user_<n>`, as the service signs it with its key of sessions. */
export function cookieOf(n: number, key: string): string {
  const token = `token_${n}`;
  const signature = createHmac('sha256', key).update(token).digest('base64');
  return `billing.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
}
