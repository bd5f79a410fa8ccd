import type { AdapterDefinition } from '../definition.ts';
import { modeOf } from './api.ts';
import { createClient } from './client.ts';
import { createDiagnosis } from './diagnosis.ts';
import { processEvent, toEvent } from './events.ts';
import { verifySignature } from './signature.ts';

const PROVIDER = 'beta';
const SIGNATURE_HEADER = 'beta-webhook-signature';
/** Calls a second: Creem documents no limit. */
const RECONCILE_RATE = 5;

/** The adapter for Creem's protocol. */
export const beta: AdapterDefinition = {
  defaultSignatureHeader: SIGNATURE_HEADER,
  trialsAreSold: true,
  create: (options) => ({
    provider: PROVIDER,
    signatureHeader: (options.signatureHeader ?? SIGNATURE_HEADER).toLowerCase(),
    findsBuyersByAddress: true,
    reconcileRate: options.reconcileRate ?? RECONCILE_RATE,
    changes: { waitsAs: 'price', planWithSeats: true, pauses: 'now' },
    ...createClient(options),
    diagnosis: createDiagnosis(options),
    validateWebhook: (delivery) => verifySignature(delivery, options.webhookSecrets),
    processWebhookEvent: (event) =>
      processEvent(event, options.knownPrices ?? options.prices, { mode: modeOf(options) }),
    toEvent: (delivery, parsed) => toEvent(PROVIDER, delivery, parsed),
  }),
};
