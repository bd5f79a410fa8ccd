import { AUTH_PATH } from '../../auth/auth.ts';
import { type Answer, foreign, type Operation, tooLarge, tooMany } from './operation.ts';

const enter = { method: 'post', auth: 'open' } as const;
const given: Answer = [
  200,
  'SignedIn',
  'The session: a cookie, and for a program (no `Origin`) the header `set-auth-token`, too',
];
const refused: Answer[] = [foreign, tooLarge('10 kB'), tooMany];
const ELSEWHERE = 'Absent where people sign in elsewhere (`AUTH_JWKS_URL`).';

/** What one signs in with; the other paths of /api/auth are for the pages. */
export const accounts: Operation[] = [
  {
    ...enter,
    path: `${AUTH_PATH}/sign-up/email`,
    id: 'signUp',
    summary: 'Makes an account and signs in',
    description: ELSEWHERE,
    body: { schema: 'SignUpRequest', required: true },
    answers: [
      given,
      [400, 'AccountError', '`Invalid request body`, or `code` says what is wrong with the address or password'],
      ...refused,
    ],
  },
  {
    ...enter,
    path: `${AUTH_PATH}/sign-in/email`,
    id: 'signIn',
    summary: 'Signs in',
    description: ELSEWHERE,
    body: { schema: 'SignInRequest', required: true },
    answers: [
      given,
      [400, 'AccountError', '`Invalid request body`, or `code` says what is wrong with a field'],
      [401, 'AccountError', '`Invalid email or password`'],
      ...refused,
    ],
  },
  {
    method: 'get',
    auth: 'open',
    path: '/.well-known/jwks.json',
    id: 'publicKeys',
    summary: 'The keys that verify the tokens of `access`',
    answers: [[200, 'PublicKeys', 'A set of JSON Web Keys; keep it for as long as `cache-control` says']],
  },
];
