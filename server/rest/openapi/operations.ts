import { accounts } from './accounts.ts';
import {
  type Answer,
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
import { readings } from './readings.ts';

const health = { method: 'get', auth: 'open' } as const;
const healthAnswers: Answer[] = [
  [200, 'Health', 'Requests can be served'],
  [503, 'Health', 'The process is about to stop, or the database is unavailable, read-only, full or lacks a migration'],
];

/** The REST API, a row an operation. */
export const operations: Operation[] = [
  {
    method: 'post',
    path: '/api/payments/checkout',
    id: 'startCheckout',
    auth: 'session',
    summary: "Starts a checkout on the provider's page",
    description:
      'A user with a live subscription gets the page that changes its plan instead. Redirects may lead to paths of the service and to the origins in `REDIRECT_ORIGINS` and `EMBED_ORIGINS`.',
    body: { schema: 'CheckoutRequest', required: true },
    answers: [
      [200, 'CheckoutSession', 'Where the user pays'],
      [400, 'Error', '`Invalid request body`, or `Invalid request headers`'],
      [
        ...([403, 'Error'] as const),
        'The request comes from a foreign origin, or the key lacks the scope: `Forbidden`; the provider has another customer with this address: `Email address not verified`',
      ],
      [
        409,
        'Error',
        'The provider has another customer with an organisation’s address: `Email address belongs to another customer`',
      ],
      ...[unauthorized, unknownUser, tooLarge('100 kB'), tooMany, failed('Failed to create checkout session')],
    ],
  },
  {
    method: 'get',
    path: '/api/payments/subscription',
    id: 'currentSubscription',
    auth: 'session',
    summary: "The user's subscription",
    answers: [
      [200, 'SubscriptionAnswer', 'The latest one, or null'],
      ...[badHeaders, unauthorized, noScope, unknownUser, failed('Internal Server Error')],
    ],
  },
  {
    method: 'post',
    path: '/api/payments/portal',
    id: 'openPortal',
    auth: 'session',
    summary: "Opens the provider's billing portal",
    body: { schema: 'PortalRequest', required: false },
    answers: [
      [200, 'PortalSession', "The portal's address"],
      [
        ...([400, 'Error'] as const),
        "`Invalid request body`, `Invalid request headers`, or `Customer provider (…) does not match active provider (…)` when the user's customer is another provider's",
      ],
      [404, 'Error', '`No customer found`'],
      ...[unauthorized, foreign, tooLarge('100 kB'), tooMany, failed('Internal Server Error')],
    ],
  },
  ...readings,
  ...accounts,
  {
    method: 'post',
    path: '/api/webhooks/payments',
    id: 'receiveWebhook',
    auth: 'signature',
    summary: "Receives the provider's events",
    description:
      'Every answer but 200 makes the provider retry the delivery. Under heavy load a slow upload is cut off with a 429.',
    body: { schema: null, required: true },
    answers: [
      [200, 'Received', 'The event is on disk: applied, or known to change nothing'],
      [400, 'Error', '`Missing signature`, `Invalid signature` or `Invalid JSON`'],
      tooLarge('1 MB'),
      [500, 'Error', '`Failed to process <event_type> event`'],
    ],
  },
  { ...health, path: '/api/health', id: 'health', summary: 'Health of the service', answers: healthAnswers },
  { ...health, path: '/api/health/ready', id: 'ready', summary: 'Readiness, for probes', answers: healthAnswers },
  {
    ...health,
    path: '/api/health/live',
    id: 'live',
    summary: 'Liveness, for probes',
    answers: [[200, 'Live', 'It does']],
  },
];
