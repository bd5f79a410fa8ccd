import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';
import { type Fact, type Provider, toBody } from '../wire.ts';
import { SECRET } from './service.ts';

export interface Message {
  body: string | Buffer;
  headers: Record<string, string>;
}

export interface Answer {
  /** null: none came (refused, cut, or not in time). */
  status: number | null;
  text: string;
  ms: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 200, maxFreeSockets: 200 });
const PATIENCE_MS = 15_000;

/** Signs the bytes as the company does; gamma's event id travels in a header, the same for every repeat. */
export function sign(provider: Provider, body: string | Buffer, id: string): Message {
  const now = `${Math.floor(Date.now() / 1000)}`;
  const hmac = (...parts: (string | Buffer)[]) => {
    const digest = createHmac('sha256', SECRET);
    for (const part of parts) digest.update(part);
    return digest;
  };
  const signatures: Record<Provider, () => Record<string, string>> = {
    alpha: () => ({ 'alpha-signature': `t=${now},v1=${hmac(`${now}.`, body).digest('hex')}` }),
    beta: () => ({ 'beta-webhook-signature': hmac(body).digest('hex') }),
    gamma: () => ({
      ...{ 'webhook-id': id, 'webhook-timestamp': now },
      'x-signature': `v1,${hmac(`${id}.${now}.`, body).digest('base64')}`,
    }),
  };
  return { body, headers: { 'content-type': 'application/json', ...signatures[provider]() } };
}

export function messageOf(provider: Provider, fact: Fact): Message {
  return sign(provider, JSON.stringify(toBody[provider](fact)), fact.id);
}

/** Posts once; never rejects. */
export function post(url: string, { body, headers }: Message): Promise<Answer> {
  const begun = performance.now();
  return new Promise((resolve) => {
    const done = (status: number | null, text: string) => resolve({ status, text, ms: performance.now() - begun });
    const outgoing = request(url, { method: 'POST', agent, headers: withLength(headers, body) }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => done(response.statusCode ?? null, text));
      response.on('error', () => done(null, text));
    });
    outgoing.setTimeout(PATIENCE_MS, () => outgoing.destroy());
    outgoing.on('error', (error) => done(null, error.message));
    outgoing.end(body);
  });
}

function withLength(headers: Record<string, string>, body: string | Buffer): Record<string, string> {
  return { ...headers, 'content-length': `${Buffer.byteLength(body)}` };
}

export const isAccepted = ({ status }: Answer) => status !== null && status >= 200 && status < 300;

/** Runs `work` for every item, at most `atOnce` at a time, in order of the list. */
export async function forEach<T>(items: readonly T[], atOnce: number, work: (item: T, index: number) => Promise<void>) {
  let next = 0;
  const runner = async () => {
    for (let index = next++; index < items.length; index = next++) await work(items[index] as T, index);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, runner));
}
