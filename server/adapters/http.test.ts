import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { CALL_TIMEOUT_MS } from './calls.ts';
import { addressIn, callJson, clockOf, orNullIfUnknown, ProviderHttpError, segment } from './http.ts';

const servers: { close(): unknown; closeAllConnections?(): void }[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections?.();
    server.close();
  }
});

function listen(listener: RequestListener): Promise<string> {
  return addressOf(createServer(listener));
}

async function addressOf(server: Pick<Server, 'listen' | 'address' | 'close'>): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const headers = { 'x-api-key': 'very-secret-key' };
const call = (base: string, timeoutMs = 2_000) => callJson(base, '/v1/things?id=1', { headers, timeoutMs });

describe('callJson', () => {
  it('sends method, path, headers and JSON, and returns JSON and the clock', async () => {
    const seen: unknown[] = [];
    const base = await listen(async (request, response) => {
      const body = (await request.toArray()).join('');
      seen.push([request.method, request.url, request.headers['x-api-key'], request.headers['content-type'], body]);
      response.setHeader('date', 'Sat, 12 Oct 2024 11:58:45 GMT').end('{"id":"ü"}');
    });
    const answer = await callJson(`${base}/creem/`, '/v1/things', { method: 'POST', headers, body: { a: 1 } });
    expect(answer).toEqual({ json: { id: 'ü' }, date: '2024-10-12T11:58:45.000Z' });
    expect(seen).toEqual([['POST', '/creem/v1/things', 'very-secret-key', 'application/json', '{"a":1}']]);
  });

  it('sends no body and no content type without a body, and accepts an empty answer', async () => {
    const seen: unknown[] = [];
    const base = await listen((request, response) => {
      seen.push([request.method, request.headers['content-type'], request.headers['content-length']]);
      response.sendDate = false;
      response.writeHead(204).end();
    });
    expect(await call(base)).toEqual({ json: null, date: null });
    expect(seen).toEqual([['GET', undefined, undefined]]);
  });

  it.each([301, 302, 307, 308])('refuses a redirect with %i and follows none', async (status) => {
    const paths: (string | undefined)[] = [];
    const base = await listen((request, response) => {
      paths.push(request.url);
      response.writeHead(status, { location: '/elsewhere' }).end('{}');
    });
    await expect(call(base)).rejects.toMatchObject({ name: 'ProviderHttpError', status });
    expect(paths).toEqual(['/v1/things?id=1']);
  });

  it.each([400, 403, 404, 429, 500, 503])('returns the status %i without the body or the query', async (status) => {
    const base = await listen((_request, response) => response.writeHead(status).end('{"email":"a@b.co"}'));
    const error = await call(base).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ProviderHttpError);
    expect(error).toMatchObject({ status, message: `The provider answered ${status} to /v1/things` });
  });
});

describe('callJson, when the provider is broken', () => {
  async function failure(attempt: Promise<unknown>): Promise<string> {
    const error = await attempt.then(
      () => new Error('it did not fail'),
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).cause).toBeUndefined();
    return (error as Error).message;
  }

  it('rejects a refused connection', async () => {
    const base = await listen(() => {});
    await new Promise((resolve) => (servers.pop() as Server).close(resolve));
    expect(await failure(call(base))).toBe('The provider could not be reached: ECONNREFUSED');
  });

  it('times out before the answer, before the user gives up', async () => {
    expect(CALL_TIMEOUT_MS).toBeLessThan(10_000);
    const base = await listen(() => {});
    expect(await failure(call(base, 150))).toBe('The provider could not be reached: TimeoutError');
  });

  it('times out in the TLS handshake', async () => {
    const tcp = await addressOf(createTcpServer((socket) => socket.on('error', () => {})) as unknown as Server);
    expect(await failure(call(tcp.replace('http', 'https'), 150))).toBe(
      'The provider could not be reached: TimeoutError',
    );
  });

  it.each([200, 500])('times out on a body that never finishes, with status %i', async (status) => {
    const base = await listen((_request, response) => {
      response.writeHead(status);
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
    });
    const started = Date.now();
    expect(await failure(call(base, 250))).toBe('The provider could not be reached: TimeoutError');
    expect(Date.now() - started).toBeLessThan(2_000);
  });

  it('rejects a body that is cut off', async () => {
    const base = await listen((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"id":', () => response.destroy());
    });
    expect(await failure(call(base))).toMatch(/^The provider could not be reached: (UND_ERR_SOCKET|ECONNRESET)$/);
  });

  it.each(['{"email":"a@b.co"', '<html>a@b.co</html>', ' '])('rejects %j without quoting it', async (body) => {
    const base = await listen((_request, response) => response.end(body));
    expect(await failure(call(base))).toBe('The provider answered something that is not JSON');
  });

  it.each([false, true])('rejects an answer of 6 MB (compressed: %s)', async (compressed) => {
    const spaces = Buffer.alloc(6_000_000, ' ');
    const body = compressed ? gzipSync(spaces) : spaces;
    const base = await listen((_request, response) => {
      if (compressed) response.setHeader('content-encoding', 'gzip');
      response.end(body);
    });
    expect(await failure(call(base))).toBe('The provider could not be reached: ANSWER_TOO_LONG');
  });

  it('never quotes a key that is not a valid header value', async () => {
    const attempt = callJson('http://127.0.0.1:9', '/v1', { headers: { 'x-api-key': 'very-secret\nkey' } });
    expect(await failure(attempt)).not.toContain('very-secret');
  });
});

describe('the small helpers', () => {
  it('reads an HTTP date', () => {
    expect(clockOf('Sat, 12 Oct 2024 11:58:45 GMT')).toBe('2024-10-12T11:58:45.000Z');
    expect([clockOf('soon'), clockOf(''), clockOf(null), clockOf(undefined)]).toEqual([null, null, null, null]);
  });

  it.each(['', '.', '..'])('refuses %j as a segment', (id) => expect(() => segment(id)).toThrow('Not an identifier'));

  it('encodes a segment', () => expect(segment('sub_1/../x?y')).toBe('sub_1%2F..%2Fx%3Fy'));

  it('reads an address and rejects anything else', () => {
    expect(addressIn({ url: 'https://pay.example/1' }, 'url')).toBe('https://pay.example/1');
    for (const url of [undefined, null, 1, '', 'javascript:alert(1)', '/path']) {
      expect(() => addressIn({ url }, 'url')).toThrow('The provider answered without url');
    }
  });

  it('turns only a 404 into null', async () => {
    expect(
      await orNullIfUnknown(
        Promise.reject(new ProviderHttpError({ status: 404, headers: new Headers(), text: '' }, '/x')),
      ),
    ).toBeNull();
    await expect(
      orNullIfUnknown(Promise.reject(new ProviderHttpError({ status: 403, headers: new Headers(), text: '' }, '/x'))),
    ).rejects.toThrow('403');
    await expect(orNullIfUnknown(Promise.reject(new Error('cut')))).rejects.toThrow('cut');
  });
});
