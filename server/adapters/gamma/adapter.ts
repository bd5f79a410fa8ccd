import type { AdapterDefinition } from '../definition.ts';
import { createClient } from './client.ts';
import { createDiagnosis } from './diagnosis.ts';
import { processEvent, toEvent } from './events.ts';
import { verifySignature } from './signature.ts';

const PROVIDER = 'gamma';
const SIGNATURE_HEADER = 'x-signature';
/** Calls a second: Polar allows 500 a minute. */
const RECONCILE_RATE = 5;

/** The adapter for Polar's protocol. */
export const gamma: AdapterDefinition = {
  defaultSignatureHeader: SIGNATURE_HEADER,
  create: (options) => ({
    provider: PROVIDER,
    signatureHeader: (options.signatureHeader ?? SIGNATURE_HEADER).toLowerCase(),
    findsBuyersByAddress: true,
    reconcileRate: options.reconcileRate ?? RECONCILE_RATE,
    changes: { waitsAs: 'schedule', planWithSeats: false, pauses: 'period_end' },
    ...createClient(options),
    diagnosis: createDiagnosis(options),
    validateWebhook: (delivery) => verifySignature(delivery, options.webhookSecrets),
    processWebhookEvent: (event) =>
      processEvent(event, options.knownPrices ?? options.prices, { account: options.account }),
    toEvent: (delivery, parsed) => toEvent(PROVIDER, delivery, parsed),
  }),
};
