import { PASSWORD } from '../app/canaries.ts';

/** `page`: a page with another user's embed token. `elsewhere`: a user of a foreign login, in a separate process. */
export type Who = 'nobody' | 'another' | 'operator' | 'owner' | 'page' | 'elsewhere' | Service;
/** Service keys by their scope; each acts for another user. */
export type Service = 'reader' | 'writer' | 'changes key' | 'verify key';

export interface Row {
  /** The body of a POST; `<token>` is replaced by the owner's session, `<account>` by the owner's password account. */
  body?: unknown;
  query?: string;
  /** HTTP status for each caller, or one for all. */
  status: number | Record<Who, number>;
}

const services = { reader: 200, writer: 200, 'changes key': 403, 'verify key': 403 };
const users = { nobody: 401, another: 200, operator: 200, owner: 200, page: 200, elsewhere: 200, ...services };
/** Calls that need the scope `write`. */
const buyers = { ...users, reader: 403 };
/** Calls that no service key may make: only the user may. */
const keys = { reader: 403, writer: 403, 'changes key': 403, 'verify key': 403 };
const closed = { ...keys, page: 401, elsewhere: 404 };
const people = { ...users, ...closed };
const refusedUsers = { nobody: 401, another: 400, operator: 400, owner: 400, ...closed };
const account = (status: number) => ({
  nobody: status,
  another: status,
  operator: status,
  owner: status,
  ...closed,
  page: status,
});
const NOBODYS = { another: 404, operator: 404, writer: 404, page: 404, elsewhere: 404 };
/** Calls that only service keys may make. */
const keyed = { ...users, another: 403, operator: 403, owner: 403, page: 403, elsewhere: 403, ...keys };

/** Every path, and who may call it. A path that is missing here fails a test. */
export const access: Record<string, Row> = {
  // Must come before the checkout, which creates a customer for its user.
  'POST /api/payments/portal': { body: {}, status: { ...buyers, ...NOBODYS, reader: 404 } },
  'POST /api/payments/checkout': { body: { plan: 'enterprise' }, status: buyers },
  'GET /api/payments/subscription': { status: users },
  'GET /api/payments/access': { status: users },
  'GET /api/payments/subscriptions': { status: users },
  'GET /api/payments/history': { status: users },
  'GET /api/payments/plans': { status: 200 },
  'POST /api/payments/change/preview': {
    body: { kind: 'cancel_at_period_end' },
    status: { ...users, ...NOBODYS, reader: 404 },
  },
  'POST /api/payments/change': {
    body: { kind: 'cancel_at_period_end' },
    status: { ...buyers, ...NOBODYS, page: 403 },
  },
  'POST /api/payments/embed-token': { body: {}, status: { ...keyed, writer: 200 } },
  'GET /api/payments/changes': { status: { ...keyed, 'changes key': 200 } },
  'POST /api/webhooks/payments': { body: {}, status: 400 },
  'GET /api/health': { status: 200 },
  'GET /api/health/live': { status: 200 },
  'GET /api/health/ready': { status: 200 },
  'GET /api/openapi.json': { status: 200 },
  'GET /api/docs': { status: 200 },
  'GET /metrics': { status: 401 },
  'GET /.well-known/jwks.json': { status: 200 },
  'GET /api/auth/ok': { status: account(200) },
  'GET /api/auth/get-session': { status: account(200) },
  'GET /api/auth/list-sessions': { status: people },
  'POST /api/auth/sign-up/email': {
    body: { name: 'Eve', email: 'owner@example.com', password: PASSWORD },
    status: account(422),
  },
  'POST /api/auth/sign-in/email': {
    body: { email: 'owner@example.com', password: 'a wrong one' },
    status: account(401),
  },
  // The stand-in for Google and GitHub is not running.
  'POST /api/auth/sign-in/social': { body: { provider: 'google', callbackURL: '/dashboard' }, status: account(200) },
  'GET /api/auth/callback/google': { status: account(302) },
  'GET /api/auth/callback/github': { status: account(302) },
  'GET /api/auth/list-accounts': { status: people },
  'POST /api/auth/change-password': {
    body: { currentPassword: 'a wrong one', newPassword: 'another password' },
    status: refusedUsers,
  },
  'POST /api/auth/verify-address': { body: { token: 'unknown' }, status: refusedUsers },
  // Mail is not configured here.
  'POST /api/auth/resend-verification': { body: {}, status: refusedUsers },
  'POST /api/auth/request-password-reset': { body: { email: 'owner@example.com' }, status: account(400) },
  'POST /api/auth/reset-password': {
    body: { token: 'unknown', newPassword: 'another password' },
    status: account(400),
  },
  'POST /api/auth/change-address': {
    body: { newEmail: 'new@example.com', password: 'a wrong one' },
    status: refusedUsers,
  },
  // Mail is not configured here.
  'POST /api/auth/correct-address': { body: { newEmail: 'new@example.com' }, status: refusedUsers },
  'POST /api/auth/update-user': { body: { name: 'Changed' }, status: people },
  'POST /api/auth/revoke-session': { body: { token: '<token>' }, status: people },
  'POST /api/auth/revoke-other-sessions': { body: {}, status: people },
  'POST /api/auth/delete-user': { body: { password: 'a wrong one' }, status: refusedUsers },
  'POST /api/auth/revoke-sessions': { body: {}, status: people },
  'POST /api/auth/sign-out': { body: {}, status: account(200) },
};
