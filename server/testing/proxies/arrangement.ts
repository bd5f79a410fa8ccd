import { freePort } from '../../database/embedded/freePort.ts';
import { ask } from '../calls/ask.ts';
import { post, sign } from '../faults/parts/deliveries.ts';
import { type Environment, type ServiceProcess, settingsFor, startService } from '../faults/parts/service.ts';
import { signInsRefused } from './addresses.ts';
import { type Place, type ProxyKind, startProxy } from './proxy.ts';
import { type Replaced, replaceUnderLoad } from './replacements.ts';
import { watchStream } from './streams.ts';
import type { Row } from './table.ts';

interface Options {
  replacements: number;
  perSecond: number;
  silenceMs: number;
}

interface ProxyOptions extends Pick<Place, 'folder' | 'certificate' | 'key'> {
  databaseUrl: string;
  options: Options;
}

const ADDRESS_LIMIT = 5;
const LOOPBACK = '127.0.0.0/8';
const MAX_BODY = 1_048_576;
const MOST_SHOWN = 12;

/** Checks two processes behind the proxy, then one process behind the proxy and a simulated second proxy. */
export async function tryProxy(kind: ProxyKind, given: ProxyOptions): Promise<Omit<Row, 'name'>> {
  const place = await placeFor(given);
  const broken: string[] = [];
  const replaced = await behind(kind, { place, given, count: 2 }, async (url, services) => {
    broken.push(...(await watchStream(url, given.options.silenceMs)));
    broken.push(...(await tryBodies(url)), ...(await tryRequestIds(url)));
    const refused = await signInsRefused(url, 2 * ADDRESS_LIMIT);
    if (refused < ADDRESS_LIMIT) broken.push('a client that forges a new address for each request is not limited');
    const [one, two] = services as [ServiceProcess, ServiceProcess];
    return replaceUnderLoad({ url, services: [one, two], databaseUrl: given.databaseUrl }, given.options);
  });
  const further = { ...place, trusted: LOOPBACK };
  const refused = await behind(kind, { place: further, given, count: 1 }, (url) =>
    signInsRefused(url, 2 * ADDRESS_LIMIT),
  );
  if (refused > 0) broken.push(`behind a second proxy all clients share one address: ${refused} sign-ins refused`);
  return summed(replaced, broken);
}

async function placeFor({ folder, certificate, key }: ProxyOptions): Promise<Place> {
  const [port, one, two] = [await freePort(), await freePort(), await freePort()];
  return { port, upstreams: [`127.0.0.1:${one}`, `127.0.0.1:${two}`], folder, certificate, key };
}

interface Arrangement {
  place: Place;
  given: ProxyOptions;
  count: 1 | 2;
}

async function behind<T>(
  kind: ProxyKind,
  { place, given: { databaseUrl }, count }: Arrangement,
  work: (url: string, services: ServiceProcess[]) => Promise<T>,
): Promise<T> {
  const services: ServiceProcess[] = [];
  const environment: Environment = {
    ...settingsFor(databaseUrl),
    NODE_ENV: 'production',
    BASE_URL: `https://127.0.0.1:${place.port}`,
    TRUST_PROXY: place.trusted ? '2' : '1',
    ADDRESS_LIMIT: `${ADDRESS_LIMIT}`,
  };
  try {
    for (const upstream of place.upstreams.slice(0, count)) {
      services.push(await startService({ ...environment, PORT: new URL(`http://${upstream}`).port }));
    }
    const proxy = await startProxy(kind, place);
    try {
      return await work(proxy.url, services);
    } finally {
      await proxy.stop();
    }
  } finally {
    await Promise.all(services.map((service) => service.remove()));
  }
}

/** Sends the largest accepted webhook and a larger one. */
async function tryBodies(url: string): Promise<string[]> {
  const send = async (bytes: number) => {
    const event = JSON.stringify({ id: `evt_${bytes}`, type: 'charge.succeeded', created: 1, data: { object: {} } });
    return post(`${url}/api/webhooks/payments`, sign('alpha', event.padEnd(bytes), `evt_${bytes}`));
  };
  const expected: [bytes: number, status: number][] = [
    [MAX_BODY, 200],
    [MAX_BODY + 1_000, 413],
  ];
  const broken: string[] = [];
  for (const [bytes, status] of expected) {
    const answer = await send(bytes);
    if (answer.status !== status) broken.push(`a body of ${bytes} bytes was answered ${answer.status} ${answer.text}`);
  }
  return broken;
}

/** Checks that request ids come from the proxy, not from the caller. */
async function tryRequestIds(url: string): Promise<string[]> {
  const forged = 'forged-by-the-caller';
  const ids = await Promise.all(
    [1, 2].map(async () => {
      const { headers } = await ask(`${url}/api/health/live`, { headers: { 'x-request-id': forged } });
      return headers['x-request-id'];
    }),
  );
  return ids.includes(forged) || ids.includes(undefined) || ids[0] === ids[1] ? [`request ids are ${ids.join()}`] : [];
}

function summed({ refused, lost, killed, ...figures }: Replaced, broken: string[]): Omit<Row, 'name'> {
  const answers = [...new Set(refused)].map((text) => `${refused.filter((each) => each === text).length} × ${text}`);
  const stops = killed > 0 ? [`${killed} processes did not stop in time`] : [];
  const all = [...broken, ...stops, ...answers, ...lost.slice(0, MOST_SHOWN)];
  return { ...figures, refused: refused.length, lost: lost.length, broken: all };
}
