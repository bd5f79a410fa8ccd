import type { Adapter } from '../../adapters/adapter.ts';
import { WEBHOOK_PATH } from '../../adapters/addresses.ts';
import type { CallOptions } from '../../adapters/calls.ts';
import type { Diagnosis } from '../../adapters/diagnosis.ts';
import type { Billing, With } from '../context.ts';
import { comparePrices } from '../sync/prices/comparePrices.ts';
import { listPriceClasses } from '../sync/prices/listPriceClasses.ts';
import { checkClasses } from './checkClasses.ts';
import { checkClock } from './checkClock.ts';
import { checkKey, keyRefused } from './checkKey.ts';
import { checkLastRun } from './checkLastRun.ts';
import { checkMails } from './checkMails.ts';
import { checkPortal } from './checkPortal.ts';
import { checkPrices } from './checkPrices.ts';
import { checkSignatureHeader, checkWebhooks } from './checkWebhooks.ts';
import { type Finding, messageOf, type Patient, unasked, wrong } from './finding.ts';

type Surroundings = Pick<Patient, 'isProduction' | 'isSandbox' | 'endsDuplicates' | 'lastRun'> & {
  signal: AbortSignal;
};

/** Reads the account's setup at the provider and compares it with the settings. Changes nothing there. */
export async function diagnose(billing: Billing, adapter: Adapter, around: Surroundings): Promise<Finding[]> {
  const { diagnosis } = adapter;
  if (!diagnosis) return [];
  const { signal } = around;
  const patient = patientOf(billing, { ...adapter, diagnosis }, around);
  const { company, places } = diagnosis;
  const clock = await askClock(patient, { signal });
  try {
    const key = checkKey(patient, await adapter.fetchAccount({ signal }));
    return [
      key,
      clock,
      ...(adapter === billing.adapter ? await askPrices(billing, patient, { adapter, signal }) : []),
      ...checkClasses(patient, await listPriceClasses(billing, adapter.provider)),
      ...checkSignatureHeader(patient),
      ...(await diagnosis.fetchEndpoints({ signal }).then(
        (endpoints) => checkWebhooks(patient, endpoints),
        (error: unknown) => [unasked('webhooks', error, { company, place: places.webhooks })],
      )),
      await diagnosis.fetchPortal({ signal }).then(
        (settings) => checkPortal(patient, settings),
        (error: unknown) => unasked('portal', error, { company, place: places.portal }),
      ),
      ...checkLastRun(patient),
      checkMails(patient, billing, await diagnosis.fetchReminders({ signal }).catch(() => null)),
    ];
  } catch (error) {
    signal.throwIfAborted();
    return [keyRefused(patient, error), clock];
  }
}

function patientOf(
  { baseUrl }: With<'baseUrl'>,
  { provider, signatureHeader, diagnosis }: Adapter & { diagnosis: Diagnosis },
  { signal, ...around }: Surroundings,
): Patient {
  return { diagnosis, prefix: provider.toUpperCase(), webhookUrl: baseUrl + WEBHOOK_PATH, signatureHeader, ...around };
}

async function askClock(patient: Patient, call: CallOptions): Promise<Finding> {
  const begun = Date.now();
  const theirs = await patient.diagnosis.fetchClock(call).catch(() => null);
  return checkClock(patient, { theirs, ours: (begun + Date.now()) / 2 });
}

async function askPrices(
  billing: With<'adapters' | 'database' | 'log' | 'now' | 'plans' | 'prices'>,
  patient: Patient,
  { adapter, signal }: { adapter: Adapter; signal: AbortSignal },
): Promise<Finding[]> {
  try {
    return checkPrices(patient, billing, await comparePrices(billing, adapter, { signal }));
  } catch (error) {
    signal.throwIfAborted();
    return [wrong('prices', `The prices could not be fetched: ${messageOf(error)}.`, 'Try again: billing prices.')];
  }
}
