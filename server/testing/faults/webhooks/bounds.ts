import { writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { post, sign } from '../parts/deliveries.ts';
import { startDurablePostgres } from '../parts/postgres.ts';
import { type ServiceProcess, settingsFor, startService } from '../parts/service.ts';
import type { Report, Scenario } from '../report.ts';

const MB = 1_000_000;
const LIMIT = 1_048_576;
const STALLED_MS = 30_000;
const MOST_MEMORY = 64 * MB;

export const bounds: Scenario = {
  name: 'bounds',
  promise:
    'accepts 1 MB, answers 413 to more before it is buffered, closes stalled sockets within 30 s, uses at most 64 MB for 50 x 50 MB',
  async run({ short }) {
    const postgres = await startDurablePostgres();
    const service = await startService(settingsFor(await postgres.createDatabase()));
    const report: Report = { figures: {}, broken: [] };
    try {
      await checkSizes(service, report);
      await checkFlood(service, short ? 20 : 50, report);
      if (!short) await checkStalled(service, report);
      if (!service.isAlive()) report.broken.push('the process died');
      return report;
    } finally {
      await service.remove();
      await postgres.remove();
    }
  },
};

/** A signed event of an unknown type, padded to a size. */
function padded(bytes: number, id: string) {
  const empty = JSON.stringify({ id, type: 'unknown.event', pad: '' });
  return sign('alpha', JSON.stringify({ id, type: 'unknown.event', pad: 'x'.repeat(bytes - empty.length) }), id);
}

async function checkSizes({ webhookUrl }: ServiceProcess, { figures, broken }: Report): Promise<void> {
  for (const [bytes, expected] of [
    [MB, 200],
    [LIMIT, 200],
    [LIMIT + 1, 413],
    [5 * MB, 413],
  ] as const) {
    const { status, text } = await post(webhookUrl, padded(bytes, `evt_${bytes}`));
    figures[`${bytes} bytes`] = String(status);
    // A sender that is refused while it sends may lose the connection before it reads the response.
    const cut = status === null && expected === 413 && bytes > 2 * LIMIT;
    if (status !== expected && !cut) broken.push(`${bytes} bytes were answered ${status} ${text}`);
  }
}

type Framing = 'content-length' | 'chunked';
const FLOOD_BYTES = 763 * 65_536;

async function checkFlood(service: ServiceProcess, sockets: number, { figures, broken }: Report): Promise<void> {
  for (const signature of ['', 'alpha-signature: t=1,v1=00\r\n']) {
    for (const framing of ['content-length', 'chunked'] as const) {
      await sleep(500);
      writeFileSync(`/proc/${service.pid}/clear_refs`, '5');
      const before = service.memory().now;
      const statuses = await Promise.all(
        Array.from({ length: sockets }, () => flood(service, framing, signature).then(({ status }) => status)),
      );
      const grown = service.memory().peak - before;
      const name = `${sockets} x 50 MB, ${framing}, ${signature ? 'falsely signed' : 'unsigned'}`;
      // 429: one address sends more than its share of concurrent bodies.
      const accepted = statuses.filter((status) => ![400, 413, 429, null].includes(status)).length;
      figures[name] = `${(grown / MB).toFixed(1)} MB, answers ${[...new Set(statuses)].join('/')}`;
      if (grown > MOST_MEMORY) broken.push(`${name}: cost ${(grown / MB).toFixed(1)} MB`);
      if (accepted > 0) broken.push(`${name}: ${accepted} got another status: ${[...new Set(statuses)].join(' ')}`);
      if (statuses.every((status) => status === null)) broken.push(`${name}: no request was answered`);
    }
  }
}

interface Flooded {
  /** null: the connection ended without a response. */
  status: number | null;
  sent: number;
}

const piece = Buffer.alloc(65_536, 0x20);

/** Sends 50 MB as fast as possible, regardless of the response. */
function flood({ url }: ServiceProcess, framing: Framing, signature: string): Promise<Flooded> {
  const socket = open(url);
  const length = framing === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${FLOOD_BYTES}`;
  const chunk = framing === 'chunked' ? Buffer.concat([Buffer.from('10000\r\n'), piece, Buffer.from('\r\n')]) : piece;
  return new Promise((resolve) => {
    let answer = '';
    let sent = 0;
    const send = () => {
      while (sent < FLOOD_BYTES && !socket.destroyed) {
        sent += piece.length;
        if (!socket.write(chunk)) return;
      }
      if (framing === 'chunked' && !socket.destroyed) socket.write('0\r\n\r\n');
      setTimeout(() => socket.destroy(), 1_000).unref();
    };
    socket.on('data', (data) => (answer += data));
    socket.on('error', () => {});
    socket.on('close', () => resolve({ status: Number(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1]) || null, sent }));
    socket.on('drain', send);
    socket.write(`${head(signature)}${length}\r\n\r\n`);
    send();
  });
}

function open(url: string): Socket {
  const { hostname, port } = new URL(url);
  return connect(Number(port), hostname);
}

const head = (signature: string) =>
  `POST /api/webhooks/payments HTTP/1.1\r\nhost: service\r\ncontent-type: application/json\r\n${signature}`;

const stalls: Record<string, string> = {
  'silent from the start': '',
  'in the first line': 'POST /api/web',
  'in the headers': head(''),
  'in a body of known length': `${head('alpha-signature: t=1,v1=00\r\n')}content-length: 1000\r\n\r\n{"a":`,
  'in a chunked body': `${head('alpha-signature: t=1,v1=00\r\n')}transfer-encoding: chunked\r\n\r\n5\r\n{"a":\r\n`,
  'in a body of another route':
    'POST /api/payments/checkout HTTP/1.1\r\nhost: service\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
};

async function checkStalled({ url }: ServiceProcess, { figures, broken }: Report): Promise<void> {
  const times = await Promise.all(Object.values(stalls).map((text) => closedAfter(open(url), text)));
  for (const [index, name] of Object.keys(stalls).entries()) {
    const ms = times[index] ?? Number.POSITIVE_INFINITY;
    figures[`stalled ${name}`] = `closed after ${(ms / 1000).toFixed(1)} s`;
    if (ms > STALLED_MS) broken.push(`a socket that stalled ${name} was open for ${(ms / 1000).toFixed(1)} s`);
  }
}

function closedAfter(socket: Socket, text: string): Promise<number> {
  const begun = performance.now();
  return new Promise((resolve) => {
    const giveUp = setTimeout(() => socket.destroy(), STALLED_MS + 5_000);
    socket.on('error', () => {});
    socket.on('data', () => {});
    socket.on('close', () => {
      clearTimeout(giveUp);
      resolve(performance.now() - begun);
    });
    if (text) socket.write(text);
  });
}
