import {
  badHeaders,
  failed,
  foreign,
  noScope,
  type Operation,
  tooLarge,
  tooMany,
  unauthorized,
  unknownUser,
} from './operation.ts';

const read = { method: 'get', auth: 'session' } as const;
const readAnswers = [badHeaders, unauthorized, noScope, unknownUser, failed('Internal Server Error')];
const change = { method: 'post', auth: 'session', body: { schema: 'ChangeRequest', required: true } } as const;
const CHANGE_REFUSED =
  'No subscription is live: `No subscription found`; or a service key names nobody: `Unknown user`';

/** The REST API's operations beyond the specification's endpoints. */
export const readings: Operation[] = [
  {
    ...read,
    path: '/api/payments/access',
    id: 'currentAccess',
    summary: 'What the user may use now',
    description:
      'The token is the same as a JWT (EdDSA), which a program checks offline with the keys of `/.well-known/jwks.json`. Send the answer’s `ETag` as `If-None-Match`: 304 until the access or half of the token’s life is over.',
    answers: [
      [200, 'AccessAnswer', 'The plan, its features and seats, and the token'],
      [304, null, 'The answer that the caller has still holds'],
      ...readAnswers,
    ],
  },
  {
    ...read,
    path: '/api/payments/subscriptions',
    id: 'listSubscriptions',
    summary: "All of the user's subscriptions",
    answers: [[200, 'SubscriptionList', 'Live ones first'], ...readAnswers],
  },
  {
    ...read,
    path: '/api/payments/history',
    id: 'listPayments',
    summary: "The user's payments, newest first",
    query: { cursor: '`cursor` of the page before' },
    answers: [
      [200, 'PaymentPage', '25 payments at most; `cursor` is null on the last page'],
      [400, 'Error', '`Invalid query`, or `Invalid request headers`'],
      ...readAnswers.slice(1),
    ],
  },
  {
    method: 'get',
    auth: 'open',
    path: '/api/payments/plans',
    id: 'listPlans',
    summary: 'The plans that are sold',
    answers: [[200, 'PlanList', 'Prices are decimal strings, null where none is sold']],
  },
  {
    method: 'get',
    auth: 'key',
    path: '/api/payments/changes',
    id: 'listChanges',
    summary: 'Whose access may have changed',
    description:
      'For service keys with the scope `changes`. Each owner comes once, with what they may use now; the cursor is kept and shown with the next call. Without one it begins with everybody.',
    query: {
      after: '`cursor` of the answer before',
      limit: '1 to 500; 100 unless said',
      wait: 'Seconds to wait for the first change, 25 at most; 0 unless said',
    },
    answers: [
      [200, 'ChangesPage', 'In the order in which they were numbered; none: nothing changed in time'],
      [400, 'Error', '`Invalid query`'],
      [410, 'Error', '`Cursor is gone`: this database didn’t give it out. Begin without one'],
      ...[unauthorized, noScope, tooMany, failed('Internal Server Error')],
    ],
  },
  {
    method: 'post',
    auth: 'service',
    path: '/api/payments/embed-token',
    id: 'grantEmbedToken',
    summary: 'Lets a page ask for one user, for ten minutes',
    description:
      'For service keys with the scope `write`. The page shows the token as bearer: it reads for that user alone, starts checkouts and opens the portal.',
    answers: [
      [200, 'EmbedToken', 'The token and its end'],
      [403, 'Error', 'Asked by a person, or by a key without the scope: `Forbidden`'],
      ...[badHeaders, unauthorized, unknownUser, failed('Internal Server Error')],
    ],
  },
  {
    ...change,
    path: '/api/payments/change/preview',
    id: 'previewChange',
    summary: 'What a change would cost',
    answers: [
      [200, 'ChangePreview', 'Nothing was changed'],
      [400, 'Error', '`Invalid request body`'],
      [404, 'Error', CHANGE_REFUSED],
      [409, 'Error', '`Plan change not possible`'],
      ...[unauthorized, foreign, tooLarge('100 kB'), tooMany, failed('Internal Server Error')],
    ],
  },
  {
    ...change,
    path: '/api/payments/change',
    id: 'changeSubscription',
    summary: 'Changes the live subscription',
    answers: [
      [200, 'ChangedSubscription', 'As the provider says it is now'],
      [400, 'Error', '`Invalid request body`'],
      [402, 'Error', '`Payment failed`: the plan is as it was'],
      [404, 'Error', CHANGE_REFUSED],
      [409, 'Error', '`Plan change not possible`'],
      ...[unauthorized, foreign, tooLarge('100 kB'), tooMany, failed('Internal Server Error')],
    ],
  },
];
