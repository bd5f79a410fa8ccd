import http from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';

/**
 * `node --import subscription-payments-sandbox/redirect app.js`: calls of the companies' APIs go to the sandbox at
 * SANDBOX_URL, for clients that take no address. Calls of all other hosts are left alone.
 */
const HOSTS = new Set([
  ...['api.stripe.com', 'files.stripe.com', 'api.creem.io', 'test-api.creem.io'],
  ...['api.polar.sh', 'sandbox-api.polar.sh'],
]);

// biome-ignore lint/style/noProcessEnv: a preload takes no arguments
const sandbox = new URL(process.env.SANDBOX_URL ?? 'http://127.0.0.1:4010');

const outside = globalThis.fetch;

globalThis.fetch = (input, init) => {
  const asked = new URL(input instanceof Request ? input.url : String(input));
  if (!HOSTS.has(asked.hostname)) return outside(input, init);
  const led = new URL(asked.pathname + asked.search, sandbox);
  return input instanceof Request ? outside(new Request(led, input), init) : outside(led, init);
};

type SecureRequest = typeof https.request;

const secure: SecureRequest = https.request;

/** The three shapes of node's arguments: options, address, or both. */
const request = ((...given: unknown[]) => {
  const [first, second, third] = given;
  const isAddress = typeof first === 'string' || first instanceof URL;
  const address = isAddress ? new URL(String(first)) : null;
  const options = (isAddress ? (typeof second === 'object' ? second : {}) : (first ?? {})) as https.RequestOptions;
  const host = address?.hostname ?? options.hostname ?? options.host ?? '';
  if (!HOSTS.has(host.replace(/:\d+$/, ''))) return Reflect.apply(secure, https, given);
  const callback = [second, third].find((each) => typeof each === 'function') as never;
  const path = options.path ?? (address ? address.pathname + address.search : '/');
  const { agent: _agent, host: _host, hostname: _hostname, port: _port, protocol: _protocol, ...rest } = options;
  return http.request({ ...rest, path, host: sandbox.hostname, port: sandbox.port || 80 }, callback);
}) as SecureRequest;

https.request = request;
https.get = ((...given: unknown[]) => {
  const made = Reflect.apply(request, https, given);
  made.end();
  return made;
}) as typeof https.get;
syncBuiltinESMExports();
