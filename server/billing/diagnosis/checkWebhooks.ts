import { isLoopback } from '../../adapters/addresses.ts';
import type { WebhookEndpoint } from '../../adapters/diagnosis.ts';
import { type Finding, look, ok, type Patient, wrong } from './finding.ts';

/** Checks that the provider sends this service all of its events, in a payload style that the service reads. */
export function checkWebhooks(patient: Patient, endpoints: readonly WebhookEndpoint[] | null): Finding[] {
  const { diagnosis, webhookUrl } = patient;
  const { company, places } = diagnosis;
  if (!endpoints) {
    const says = `${company} has no API for its webhook endpoints. Check them at ${company} (${places.webhooks})`;
    return [look('webhooks', `${says}: there must be ${webhookUrl}, with ${diagnosis.webhookEvents.join(', ')}.`)];
  }
  const ours = endpoints.filter(({ url }) => isSameAddress(url, webhookUrl));
  if (ours.length === 0) return [absent(patient, endpoints)];
  const faults = [
    ...(ours.length > 1 ? [several(patient, ours)] : []),
    ...ours.flatMap((each) => faultsOf(patient, each)),
  ];
  const isGood = faults.every(({ level }) => level !== 'wrong');
  return isGood ? [ok('webhooks', `${company} sends all required events to ${webhookUrl}.`), ...faults] : faults;
}

/** The real provider signs under its own header name; the specification has another one. */
export function checkSignatureHeader({ diagnosis, prefix, signatureHeader }: Patient): Finding[] {
  const { company, signatureHeader: theirs } = diagnosis;
  if (theirs === null || theirs === signatureHeader) return [];
  const says = `${company} signs in the header ${theirs}, but the service reads ${signatureHeader}: all webhooks are refused.`;
  return [wrong('webhooks', says, `Set ${prefix}_SIGNATURE_HEADER=${theirs}.`)];
}

function absent({ diagnosis, webhookUrl, prefix }: Patient, endpoints: readonly WebhookEndpoint[]): Finding {
  const { company, places, forwarder } = diagnosis;
  const others = endpoints.map(({ url }) => url).join(', ') || 'none';
  const says = `${company} sends nothing to ${webhookUrl}. It has these webhook endpoints: ${others}.`;
  if (isLoopback(new URL(webhookUrl)))
    return wrong(
      'webhooks',
      `${says} ${company} can't reach an address of this machine.`,
      `To try it in test mode: ${forwarder.replace('{url}', webhookUrl)}, and set ${prefix}_WEBHOOK_SECRET to the secret that it prints. Else set BASE_URL.`,
    );
  return wrong(
    'webhooks',
    says,
    `Add it at ${company} (${places.webhooks}), with ${styled(diagnosis)} and the events of "A real account", and set ${prefix}_WEBHOOK_SECRET; or set BASE_URL to the address of that endpoint.`,
  );
}

function several({ diagnosis: { company }, prefix, webhookUrl }: Patient, ours: readonly WebhookEndpoint[]): Finding {
  const says = `${company} has ${ours.length} webhook endpoints at ${webhookUrl}: each event arrives ${ours.length} times.`;
  return wrong(
    'webhooks',
    says,
    `Delete all but one, and set ${prefix}_WEBHOOK_SECRET to the secret of the remaining one.`,
  );
}

function faultsOf({ diagnosis, webhookUrl, prefix }: Patient, endpoint: WebhookEndpoint): Finding[] {
  const { company, places, apiVersion, webhookEvents } = diagnosis;
  const missing = webhookEvents.filter((name) => endpoint.events?.includes(name) === false);
  const faults: Finding[] = [];
  if (!endpoint.enabled)
    faults.push(
      wrong(
        'webhooks',
        `The webhook endpoint ${webhookUrl} is disabled: ${company} sends nothing.`,
        `Enable it at ${company} (${places.webhooks}), then fetch the missed events: npm run billing -- reconcile --fix.`,
      ),
    );
  if (missing.length > 0)
    faults.push(
      wrong(
        'webhooks',
        `The webhook endpoint ${webhookUrl} does not get ${missing.length} of the ${webhookEvents.length} required events: ${missing.join(', ')}.`,
        `Add them at ${company} (${places.webhooks}).`,
      ),
    );
  faults.push(...styleFaults({ diagnosis, webhookUrl, prefix }, endpoint));
  if (endpoint.apiVersion !== null && apiVersion !== null && endpoint.apiVersion !== apiVersion)
    faults.push(
      look(
        'webhooks',
        `The webhook endpoint uses API version ${endpoint.apiVersion}; this release was written for ${apiVersion}, and also reads older versions.`,
      ),
    );
  return faults;
}

type Named = Pick<Patient, 'diagnosis' | 'webhookUrl' | 'prefix'>;

function styleFaults({ diagnosis, webhookUrl, prefix }: Named, endpoint: WebhookEndpoint): Finding[] {
  const { company, places, payload, thinPayload } = diagnosis;
  if (payload === null || endpoint.payload === payload) return [];
  if (endpoint.payload === thinPayload) {
    const says = `The webhook endpoint has the payload style ${thinPayload}: each event's object is fetched from ${company}, and while its API is unavailable events are refused and retried.`;
    return [look('webhooks', `${says} With ${styled(diagnosis)} no fetch is needed.`)];
  }
  return [
    wrong(
      'webhooks',
      `The webhook endpoint ${webhookUrl} has the payload style ${endpoint.payload}, which cannot be read.`,
      `Add an endpoint with ${styled(diagnosis)} at ${company} (${places.webhooks}), set ${prefix}_WEBHOOK_SECRET to its secret, and delete this one.`,
    ),
  ];
}

function styled({ payload }: Patient['diagnosis']): string {
  return payload === null ? 'its one payload style' : `payload style "${payload}"`;
}

/** `localhost` and `127.0.0.1` are the same machine. */
function isSameAddress(one: string, other: string): boolean {
  const [a, b] = [one, other].map((address) => (URL.canParse(address) ? new URL(address) : null));
  if (!a || !b) return false;
  const isSameHost = a.host === b.host || (a.port === b.port && isLoopback(a) && isLoopback(b));
  return isSameHost && a.protocol === b.protocol && pathOf(a) === pathOf(b);
}

const pathOf = ({ pathname }: URL) => pathname.replace(/\/$/, '').toLowerCase();
