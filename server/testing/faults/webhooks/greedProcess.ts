import { connect } from 'node:net';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '../../calls/ask.ts';

/**
 * The greedy client runs in a separate process and does not slow down the measuring one. Arguments: the service's
 * address, the user's cookie, and the number of concurrent calls and uploads. On SIGTERM it prints the number of
 * responses by status.
 */
const [url = '', cookie = '', calls = '0', uploads = '0'] = process.argv.slice(2);

// Its own work would be done by another machine's processor.
setPriority(10);
const MIB = 1_048_576;
/** The pause before a closed upload is repeated. */
const UPLOAD_PAUSE_MS = 5_000;
const json = { 'content-type': 'application/json', cookie };
const many = (procedure: string, count: number) => `${url}/api/trpc/${Array(count).fill(procedure).join(',')}?batch=1`;
const get = (address: string) => ask(`${address}&input={}`, { headers: { cookie } });
const post = (address: string, body: object) =>
  ask(address, { method: 'POST', headers: json, body: JSON.stringify(body) });

/** The largest accepted requests of each kind, and larger ones. */
const wishes = [
  () => get(many('payments.list', 10)),
  () => get(many('subscription.access', 10)),
  () => get(many('account.export', 10)),
  () => get(many('account.export', 800)),
  () => post(many('subscription.refresh', 10), {}),
  () => post(many('subscription.refresh', 700), {}),
  () => post(`${url}/api/payments/portal`, {}),
  () => post(`${url}/api/payments/checkout`, { plan: 'pro' }),
];

const told: Record<'calls' | 'uploads', Record<string, number>> = { calls: {}, uploads: {} };
/** The number of refusals without an error text. */
let mute = 0;
let stopped = false;

function note(kind: keyof typeof told, status: number | null, text: string): void {
  told[kind][`${status}`] = (told[kind][`${status}`] ?? 0) + 1;
  if ((status === 413 || status === 429) && !text.includes('"error"')) mute += 1;
}

async function wish(start: number): Promise<void> {
  for (let index = start; !stopped; index += 1) {
    const { status, text } = (await wishes[index % wishes.length]?.()) ?? { status: null, text: '' };
    note('calls', status, text);
  }
}

const FALSE = `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`;
const head = `POST /api/webhooks/payments HTTP/1.1\r\nhost: service\r\nalpha-signature: ${FALSE}\r\ncontent-length: ${MIB}\r\n\r\n`;
const body = Buffer.alloc(MIB, 0x20);

/** Uploads 1 MiB with a forged signature; every second sender withholds the last byte until it is disconnected. */
async function upload(index: number): Promise<void> {
  const { hostname, port } = new URL(url);
  while (!stopped) {
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.on('data', (data) => (answer += data)).on('error', () => {});
    socket.write(head);
    socket.write(index % 2 ? body : body.subarray(0, -1));
    await new Promise((resolve) => {
      socket.once('close', resolve);
      socket.once('data', () => setTimeout(() => socket.destroy(), 100));
    });
    note('uploads', Number(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1]) || null, answer);
    await sleep(UPLOAD_PAUSE_MS);
  }
}

process.once('SIGTERM', () => {
  stopped = true;
  process.stdout.write(`${JSON.stringify({ ...told, mute })}\n`, () => process.exit(0));
});
for (let index = 0; index < Number(calls); index += 1) void wish(index);
for (let index = 0; index < Number(uploads); index += 1) void upload(index);
