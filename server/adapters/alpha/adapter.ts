import type { AdapterDefinition } from '../definition.ts';
import { modeOf } from './api.ts';
import { createClient } from './client.ts';
import { createDiagnosis } from './diagnosis.ts';
import { processEvent, toEvent } from './events.ts';
import { verifySignature } from './signature.ts';

const PROVIDER = 'alpha';
const SIGNATURE_HEADER = 'alpha-signature';
/** Calls a second: Stripe allows 100 in live mode and 25 in test mode. */
const RECONCILE_RATE = 20;

/** The adapter for Stripe's protocol. */
export const alpha: AdapterDefinition = {
  defaultSignatureHeader: SIGNATURE_HEADER,
  create: (options) => ({
    provider: PROVIDER,
    signatureHeader: (options.signatureHeader ?? SIGNATURE_HEADER).toLowerCase(),
    findsBuyersByAddress: false,
    reconcileRate: options.reconcileRate ?? RECONCILE_RATE,
    changes: { waitsAs: 'schedule', planWithSeats: true, pauses: 'credited' },
    ...createClient(options),
    diagnosis: createDiagnosis(options),
    validateWebhook: (delivery) => verifySignature(delivery, options.webhookSecrets),
    processWebhookEvent: (event) =>
      processEvent(event, options.knownPrices ?? options.prices, {
        account: options.account,
        mode: modeOf(options.secretKey),
      }),
    toEvent: (delivery, parsed) => toEvent(PROVIDER, delivery, parsed),
  }),
};
