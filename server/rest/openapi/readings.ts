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
const readAnswers = [badHeaders, unauthorized, noScope, unknownUser, tooMany, failed('Internal Server Error')];
const change = { method: 'post', auth: 'session', body: { schema: 'ChangeRequest', required: true } } as const;
const CHANGE_REFUSED =
  'No subscription is live: `No subscription found`; or a service key names an unknown user: `Unknown user`';

/** The REST API's operations beyond the specification's endpoints. */
export const readings: Operation[] = [
  {
    ...read,
    path: '/api/payments/access',
    id: 'currentAccess',
    summary: "The user's current access",
    description:
      'The token contains the access as a JWT (EdDSA), which a program verifies offline with the keys of `/.well-known/jwks.json`. Send the answer’s `ETag` as `If-None-Match`: the answer is 304 until the access changes or half of the token’s lifetime is over.',
    answers: [
      [200, 'AccessAnswer', 'The plan, its features and seats, and the token'],
      [304, null, 'The caller’s copy is current'],
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
    query: { cursor: '`cursor` of the previous page' },
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
    summary: 'The plans on sale',
    answers: [[200, 'PlanList', 'Prices are decimal strings; null: not sold']],
  },
  {
    method: 'get',
    auth: 'key',
    path: '/api/payments/changes',
    id: 'listChanges',
    summary: 'Users whose access may have changed',
    description:
      'For service keys with the scope `changes`. Each owner is listed once, with their current access. Keep the cursor and send it with the next call; without a cursor the list begins with every owner.',
    query: {
      after: '`cursor` of the previous answer',
      limit: '1 to 500; 100 unless said',
      wait: 'Seconds to wait for the first change, 0 to 25; default 0',
    },
    answers: [
      [200, 'ChangesPage', 'In numbered order; empty: nothing changed in time'],
      [400, 'Error', '`Invalid query`'],
      [410, 'Error', '`Cursor is gone`: the cursor is not from this database. Start again without one'],
      ...[unauthorized, noScope, tooMany, failed('Internal Server Error')],
    ],
  },
  {
    method: 'post',
    auth: 'service',
    path: '/api/payments/embed-token',
    id: 'grantEmbedToken',
    summary: 'A token for a page of one user, for ten minutes',
    description:
      'For service keys with the scope `write`. Pages of `origin` send the token as a bearer token; shown by a page of another origin it is refused (401). They read for that user only, and do what `can` says.',
    body: { schema: 'EmbedRequest', required: false },
    answers: [
      [200, 'EmbedToken', 'The token and its expiry time'],
      [403, 'Error', 'The caller is a user, or the key lacks the scope: `Forbidden`'],
      [
        400,
        'Error',
        '`Invalid request body`: an origin that `EMBED_ORIGINS` does not name; or `Invalid request headers`',
      ],
      ...[unauthorized, unknownUser, tooLarge('100 kB'), tooMany, failed('Internal Server Error')],
    ],
  },
  {
    ...change,
    path: '/api/payments/change/preview',
    id: 'previewChange',
    summary: 'What a change would cost',
    answers: [
      [200, 'ChangePreview', 'Nothing was changed'],
      [400, 'Error', '`Invalid request body`, or `Invalid request headers`'],
      [404, 'Error', CHANGE_REFUSED],
      [409, 'ChangeConflict', 'Why, until when, and what to do instead'],
      ...[unauthorized, foreign, tooLarge('100 kB'), tooMany, failed('Internal Server Error')],
    ],
  },
  {
    ...change,
    path: '/api/payments/change',
    id: 'changeSubscription',
    summary: 'Changes the live subscription',
    answers: [
      [200, 'ChangedSubscription', 'The provider’s current state'],
      [400, 'Error', '`Invalid request body`, or `Invalid request headers`'],
      [402, 'Error', '`Payment failed`: the plan is unchanged'],
      [404, 'Error', CHANGE_REFUSED],
      [409, 'ChangeConflict', 'Why, until when, and what to do instead'],
      ...[unauthorized, foreign, tooLarge('100 kB'), tooMany, failed('Internal Server Error')],
    ],
  },
];
