import type { Protocol } from '../protocol.ts';
import { errorBody } from './api/errors.ts';
import { api } from './api/router.ts';
import { customerByEmail, trialDays } from './buyers.ts';
import { events } from './events.ts';
import { newId } from './ids.ts';
import { envelope, eventNames, object } from './message.ts';
import { headers } from './signature.ts';
import { successUrl } from './successUrl.ts';

const SECOND = 1000;
const COMPRESSION = 30;
const repeatSeconds = [30, 60, 300, 3600];

/** Creem's protocol as of the autumn of 2026 (docs.creem.io/api-reference). */
export const beta: Protocol = {
  name: 'beta',
  signatureHeader: 'beta-webhook-signature',
  company: { name: 'creem', signatureHeader: 'creem-signature' },
  precisionMs: 1,
  repeatDelaysMs: repeatSeconds.map((seconds) => (seconds * SECOND) / COMPRESSION),
  dunningDays: [3, 5, 7],
  portalSwitchesPlans: false,
  newId,
  isDelivered: (status) => status === 200,
  headers,
  events,
  eventNames,
  object,
  envelope,
  api,
  version: 'Creem v1, autumn 2026',
  successUrl,
  faultBody: (status) => errorBody(status),
  findBuyer: (company, _checkout, email) => customerByEmail(company, email),
  trialDays,
};
