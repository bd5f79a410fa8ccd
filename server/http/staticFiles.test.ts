import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plainBrand } from '../brand/brand.ts';
import { answerErrors } from '../rest/errors.ts';
import { packageRoot } from '../settings/packageRoot.ts';
import { serveClient } from './staticFiles.ts';

const PAGE = `<!doctype html><title>Page</title>${'<p>words words words</p>'.repeat(100)}`;
const SCRIPT = 'export const words = "words words words";\n'.repeat(200);
const ICON = '<svg xmlns="http://www.w3.org/2000/svg"/>';

const folder = mkdtempSync(join(tmpdir(), 'client-files-'));
const built = join(folder, 'dist', 'client');
const server = createServer();
let port: number;

beforeAll(async () => {
  mkdirSync(join(built, 'assets'), { recursive: true });
  writeFileSync(join(built, 'index.html'), PAGE);
  writeFileSync(join(built, 'assets', 'main-abc123.js'), SCRIPT);
  writeFileSync(join(built, 'icon.svg'), ICON);
  const { compressFiles } = (await import(join(packageRoot(), '.config', 'compress.mjs'))) as {
    compressFiles(folder: string): Promise<void>;
  };
  await compressFiles(built);
  const log = { info() {}, warn() {}, error() {} };
  server.on(
    'request',
    express()
      .disable('etag')
      .use(serveClient({ brand: plainBrand, folder }))
      .use(answerErrors(log)),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

interface Answer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** The raw bytes: fetch would decompress them. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, path, method, headers }, async (response) => {
      const body = Buffer.concat(await response.toArray());
      resolve({ status: response.statusCode, headers: response.headers, body });
    });
    sent.on('error', reject).end();
  });
}

const BROWSER = 'gzip, deflate, br, zstd';

const page = { text: PAGE, type: 'text/html; charset=utf-8', caching: 'no-cache' };
const script = {
  text: SCRIPT,
  type: 'text/javascript; charset=utf-8',
  caching: 'public, max-age=31536000, immutable',
};

const clients = [
  { name: 'a browser', accepted: BROWSER, encoding: 'br', decode: brotliDecompressSync },
  { name: 'an older client', accepted: 'gzip', encoding: 'gzip', decode: gunzipSync },
  { name: 'one that takes no brotli', accepted: 'br;q=0, gzip', encoding: 'gzip', decode: gunzipSync },
  { name: 'a plain client', accepted: 'identity', encoding: undefined, decode: (body: Buffer) => body },
];

describe.each([
  { path: '/', ...page },
  { path: '/dashboard/deep', ...page },
  { path: '/assets/main-abc123.js', ...script },
])('$path', ({ path, text, type, caching }) => {
  test.each(clients)('$name gets it in an encoding that it accepts', async ({ accepted, encoding, decode }) => {
    const { status, headers, body } = await get(path, { 'accept-encoding': accepted });
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-type': type, 'cache-control': caching, vary: 'accept-encoding' });
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['content-length']).toBe(`${body.length}`);
    expect(decode(body).toString()).toBe(text);
    if (encoding) expect(body.length).toBeLessThan(text.length / 4);
  });

  test('a cached copy gets 304 without a body, in the same encoding only', async () => {
    const first = await get(path, { 'accept-encoding': BROWSER });
    const etag = `${first.headers.etag}`;
    expect(etag).toMatch(/^"[\w-]{20,}"$/);
    const again = await get(path, { 'accept-encoding': BROWSER, 'if-none-match': etag });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect(again.headers).toMatchObject({ etag, 'cache-control': caching, vary: 'accept-encoding' });
    expect((await get(path, { 'accept-encoding': 'gzip', 'if-none-match': etag })).status).toBe(200);
    expect((await get(path, { 'accept-encoding': BROWSER, 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('HEAD returns the same headers without the body', async () => {
    const [whole, head] = [await get(path), await get(path, {}, 'HEAD')];
    const { date: _first, connection: _one, ...headers } = whole.headers;
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(head.headers).toMatchObject(headers);
  });
});

test('a file too small to compress is the same for every client', async () => {
  const { status, headers, body } = await get('/icon.svg', { 'accept-encoding': BROWSER });
  expect([status, body.toString(), headers['content-type']]).toEqual([200, ICON, 'image/svg+xml']);
  expect([headers['content-encoding'], headers.vary, headers['cache-control']]).toEqual([
    undefined,
    undefined,
    'no-cache',
  ]);
});

test.each([
  '/assets/other-def456.js',
  '/assets/',
  '/assets/../../package.json',
  '/assets/..%2findex.html',
  '/assets/main-abc123.js.br',
  '/%',
  '/robots.txt',
  '/docs/favicon.ico',
])('%s is neither a file nor a page', async (path) => {
  const { status, body } = await get(path);
  expect({ status, body: JSON.parse(body.toString()) }).toEqual({ status: 404, body: { error: 'Not found' } });
});

test('other methods change nothing', async () => {
  expect((await get('/dashboard', {}, 'POST')).status).toBe(404);
});
