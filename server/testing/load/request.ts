/** A complete webhook request. */
export function post(body: string, headers: Record<string, string>): Buffer {
  const length = { 'content-length': `${Buffer.byteLength(body)}` };
  return request('POST /api/webhooks/payments', { 'content-type': 'application/json', ...headers, ...length }, body);
}

/** A complete GET request for the caller's subscription or another path. */
export function get(headers: Record<string, string>, path = '/api/payments/subscription'): Buffer {
  return request(`GET ${path}`, headers);
}

function request(line: string, headers: Record<string, string>, body = ''): Buffer {
  const head = Object.entries({ host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${line} HTTP/1.1\r\n${head.join('')}\r\n${body}`);
}
