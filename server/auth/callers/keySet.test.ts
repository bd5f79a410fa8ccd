import { jwtVerify } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Issuer, startIssuer } from '../../testing/logins/issuer.ts';
import { createKeySet } from './keySet.ts';

const MINUTE = 60_000;

let issuer: Issuer;
let time: number;
const failures: unknown[] = [];

beforeEach(async () => {
  issuer = await startIssuer('ES256');
  time = 0;
  failures.length = 0;
});
afterEach(() => issuer.close());

const open = (options: { patienceMs?: number } = {}) =>
  createKeySet({ url: issuer.jwksUrl, onFailure: (error) => failures.push(error), now: () => time, ...options });
const codeOf = (checking: Promise<unknown>) =>
  checking.then(
    () => 'valid',
    (error) => error.code ?? error.message,
  );

test('keys are read once, and refreshed in the background after ten minutes', async () => {
  const keys = open();
  const token = await issuer.sign({ sub: 'a' });
  for (let call = 0; call < 5; call += 1) expect(await codeOf(jwtVerify(token, keys))).toBe('valid');
  expect(issuer.asked()).toBe(1);
  time = 10 * MINUTE;
  expect(await codeOf(jwtVerify(token, keys))).toBe('valid');
  await expect.poll(issuer.asked).toBe(2);
});

test('concurrent calls share one read', async () => {
  const keys = open();
  const token = await issuer.sign({ sub: 'a' });
  await Promise.all(Array.from({ length: 20 }, () => jwtVerify(token, keys)));
  expect(issuer.asked()).toBe(1);
});

test('an unknown key triggers a read at once, at most once a minute', async () => {
  const keys = open();
  await jwtVerify(await issuer.sign({ sub: 'a' }), keys);
  const key = await issuer.addKey();
  const rotated = await issuer.sign({ sub: 'a' }, { key });
  expect(await codeOf(jwtVerify(rotated, keys))).toBe('ERR_JWKS_NO_MATCHING_KEY');
  time = MINUTE;
  expect(await codeOf(jwtVerify(rotated, keys))).toBe('valid');
  for (let call = 0; call < 20; call += 1) {
    const invented = await issuer.sign({ sub: 'a' }, { kid: `invented-${call}` });
    expect(await codeOf(jwtVerify(invented, keys))).toBe('ERR_JWKS_NO_MATCHING_KEY');
  }
  expect(issuer.asked()).toBe(2);
});

test('a revoked key is refused once the keys were read again', async () => {
  const keys = open();
  const token = await issuer.sign({ sub: 'a' });
  await jwtVerify(token, keys);
  issuer.shown = [];
  await issuer.addKey();
  time = 10 * MINUTE;
  await jwtVerify(token, keys);
  await expect.poll(() => codeOf(jwtVerify(token, keys))).not.toBe('valid');
});

test('cached keys are valid for a day while the login is unavailable', async () => {
  const keys = open();
  const token = await issuer.sign({ sub: 'a' });
  await jwtVerify(token, keys);
  issuer.answer = 'error';
  for (time = 10 * MINUTE; time < 24 * 60 * MINUTE; time += 60 * MINUTE)
    expect(await codeOf(jwtVerify(token, keys))).toBe('valid');
  time = 24 * 60 * MINUTE;
  expect(await codeOf(jwtVerify(token, keys))).toBe('The keys of the login are not available');
  expect(failures.length).toBeGreaterThan(5);
  issuer.answer = 'keys';
  time += MINUTE;
  expect(await codeOf(jwtVerify(token, keys))).toBe('valid');
});

test('a login that never answers blocks only one call: the others fail at once', async () => {
  issuer.answer = 'nothing';
  const keys = open({ patienceMs: 200 });
  const token = await issuer.sign({ sub: 'a' });
  const begun = performance.now();
  expect(await codeOf(jwtVerify(token, keys))).toBe('The keys of the login are not available');
  expect(performance.now() - begun).toBeLessThan(10_000);
  const first = issuer.asked();
  for (let call = 0; call < 50; call += 1)
    expect(await codeOf(jwtVerify(token, keys))).toBe('The keys of the login are not available');
  expect(issuer.asked()).toBe(first);
});
