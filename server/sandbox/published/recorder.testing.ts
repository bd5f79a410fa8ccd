import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Answer {
  call: string;
  status: number;
  /** undefined: not JSON. */
  json: unknown;
}

/** A proxy to the sandbox that records every response. */
export async function startRecorder(target: string) {
  const answers: Answer[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const passed = send(target + url, { method, headers }, (answered) => {
      const chunks: Buffer[] = [];
      answered.on('data', (chunk: Buffer) => chunks.push(chunk));
      answered.on('end', () => {
        const body = Buffer.concat(chunks);
        answers.push({ call: `${method} ${url}`, status: answered.statusCode ?? 0, json: parsed(body.toString()) });
        outgoing.writeHead(answered.statusCode ?? 500, answered.headers).end(body);
      });
    });
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, answers, close };
}

export type Recorder = Awaited<ReturnType<typeof startRecorder>>;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
