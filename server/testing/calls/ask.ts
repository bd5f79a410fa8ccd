import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { request as requestSecurely, Agent as SecureAgent } from 'node:https';

/** A response, or its absence; never an error. */
export interface Answer {
  /** null: no response (refused, cut or timed out). */
  status: number | null;
  headers: IncomingHttpHeaders;
  text: string;
  ms: number;
}

export interface Question {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

const keptAlive = { keepAlive: true, maxSockets: 200, maxFreeSockets: 200 };
const agents = {
  'http:': new Agent(keptAlive),
  'https:': new SecureAgent({ ...keptAlive, rejectUnauthorized: false }),
};
const PATIENCE_MS = 15_000;

/** Sends one request over a keep-alive connection and accepts any certificate. Never rejects. */
export function ask(url: string, { method = 'GET', headers = {}, body = '' }: Question = {}): Promise<Answer> {
  const begun = performance.now();
  const secure = url.startsWith('https:');
  const agent = agents[secure ? 'https:' : 'http:'];
  const length = { 'content-length': `${Buffer.byteLength(body)}` };
  return new Promise((resolve) => {
    const done = (status: number | null, answered: IncomingHttpHeaders, text: string) =>
      resolve({ status, headers: answered, text, ms: performance.now() - begun });
    const ours = { method, agent, headers: { ...headers, ...length } };
    const outgoing = (secure ? requestSecurely : request)(url, ours, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => done(response.statusCode ?? null, response.headers, text));
      response.on('error', () => done(null, {}, text));
    });
    outgoing.setTimeout(PATIENCE_MS, () => outgoing.destroy());
    outgoing.on('error', (error) => done(null, {}, error.message));
    outgoing.end(body);
  });
}
