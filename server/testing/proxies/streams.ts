import * as http from 'node:http';
import * as https from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf, post } from '../faults/parts/deliveries.ts';
import { lifeOf, runningLife } from '../faults/parts/lives.ts';
import { signUp } from '../faults/parts/visitor.ts';

const HEARD_WITHIN_MS = 2_000;

/**
 * Opens a page's stream through the proxy, waits `silenceMs` without events, then changes a record of its user. Resolves
 * to the problems.
 */
export async function watchStream(url: string, silenceMs: number): Promise<string[]> {
  const visitor = await signUp({ url }, 'watcher');
  const stream = openStream(`${url}/api/trpc/subscription.changes`, visitor.cookie);
  await sleep(silenceMs);
  const before = stream.changes();
  if (before === 0) return [`the stream had no initial event: ${stream.text()}`];
  if (stream.ended()) return [`the stream was cut within ${silenceMs / 1000} s`];
  const begun = performance.now();
  const [fact] = lifeOf({ name: 'watched', steps: runningLife, startsAt: Date.now() - 60_000, apart: 1 }).facts;
  if (fact) fact.customer.userId = visitor.id;
  const delivered = fact && (await post(`${url}/api/webhooks/payments`, messageOf('alpha', fact)));
  while (stream.changes() === before && performance.now() - begun < HEARD_WITHIN_MS) await sleep(5);
  stream.close();
  if (delivered?.status !== 200) return [`the change was answered ${delivered?.status}`];
  return stream.changes() > before ? [] : [`a change did not arrive within ${HEARD_WITHIN_MS / 1000} s`];
}

function openStream(url: string, cookie: string) {
  let text = '';
  let ended = false;
  const headers = { cookie, accept: 'text/event-stream' };
  const { request } = url.startsWith('https:') ? https : http;
  const outgoing = request(url, { headers, rejectUnauthorized: false }, (response) => {
    response.on('data', (chunk) => (text += chunk));
    response.on('close', () => {
      ended = true;
    });
  });
  outgoing.on('error', () => {
    ended = true;
  });
  outgoing.end();
  return {
    text: () => text,
    ended: () => ended,
    changes: () => text.match(/^data: .*"at"/gm)?.length ?? 0,
    close: () => outgoing.destroy(),
  };
}
