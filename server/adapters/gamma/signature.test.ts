import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Delivery } from '../adapter.ts';
import { delivery } from './fixtures/index.ts';
import { verifySignature } from './signature.ts';

const SECRET = 'polar_whs_3f9c1d7a5b';
const OLD_SECRET = 'polar_whs_retired_00';
const BODY = '{"type":"order.paid","data":{"id":"ord_1"}}';
const ID = '0d9c7c8e-7f0c-4d6a-9a7e-6a54f7a2f0aa';
const NOW = 1_790_812_806;
const seed = Date.now() % 2 ** 31;

function plainSignature(secret = SECRET, body = BODY): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

function standardSignature(timestamp: string | number = NOW, secret: string | Buffer = SECRET): string {
  return `v1,${createHmac('sha256', secret).update(`${ID}.${timestamp}.${BODY}`).digest('base64')}`;
}

function plain(signature: string, overrides: Partial<Delivery> = {}): Delivery {
  return delivery(BODY, { signature, now: NOW, ...overrides });
}

function standard(signature: string, timestamp: string | number = NOW): Delivery {
  const headers = { 'webhook-id': ID, 'webhook-timestamp': `${timestamp}` };
  return delivery(BODY, { signature, headers, now: NOW });
}

function accepts(attempt: Delivery, secrets: readonly string[] = [SECRET]): boolean {
  return verifySignature(attempt, secrets);
}

/** `value` with one character replaced by another one. */
function flipped(value: string, position: number): string {
  const at = position % value.length;
  const code = value.charCodeAt(at) ^ 1;
  return `${value.slice(0, at)}${String.fromCharCode(code)}${value.slice(at + 1)}`;
}

describe('hex signature of the body', () => {
  it('accepts a valid one, by any of the secrets', () => {
    expect(accepts(plain(plainSignature()))).toBe(true);
    expect(accepts(plain(plainSignature(OLD_SECRET)), [SECRET, OLD_SECRET])).toBe(true);
  });

  it.each([
    ['wrong secret', plainSignature(OLD_SECRET)],
    ['another body', plainSignature(SECRET, `${BODY} `)],
    ['truncated', plainSignature().slice(0, -2)],
    ['longer', `${plainSignature()}00`],
    ['upper case', plainSignature().toUpperCase()],
    ['prefixed', `sha256=${plainSignature()}`],
    ['base64', Buffer.from(plainSignature(), 'hex').toString('base64')],
    ['several', `${plainSignature()},${plainSignature()}`],
    ['empty', ''],
    ['NUL', `${plainSignature()}\u0000`],
    ['huge', 'a'.repeat(1_000_000)],
  ])('refuses: %s', (_, signature) => {
    expect(accepts(plain(signature))).toBe(false);
  });

  it('refuses everything without a secret or with an empty one', () => {
    expect(accepts(plain(plainSignature()), [])).toBe(false);
    expect(accepts(plain(plainSignature('')), [''])).toBe(false);
    expect(accepts(standard(standardSignature(NOW, '')), [''])).toBe(false);
  });

  it(`refuses any flipped byte of signature or body (seed ${seed})`, () => {
    const holds = fc.property(fc.nat(), fc.nat(), (inSignature, inBody) => {
      expect(accepts(plain(flipped(plainSignature(), inSignature)))).toBe(false);
      expect(accepts(plain(plainSignature(), { body: Buffer.from(flipped(BODY, inBody)) }))).toBe(false);
    });
    fc.assert(holds, { seed, numRuns: 200 });
  });
});

describe('Standard Webhooks signature', () => {
  it("matches the scheme's public test vector", () => {
    const headers = { 'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek', 'webhook-timestamp': '1614265330' };
    const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';
    const vector = delivery('{"test": 2432232314}', { headers, signature, now: 1614265330 });
    expect(accepts(vector, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])).toBe(true);
    expect(accepts({ ...vector, now: 1614265631 }, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])).toBe(false);
  });

  it('accepts a valid one, among several, and by any of the secrets', () => {
    const good = standardSignature();
    expect(accepts(standard(good))).toBe(true);
    expect(accepts(standard(`v1,AAAA v1a,ignored ${good}`))).toBe(true);
    expect(accepts(standard(standardSignature(NOW, OLD_SECRET)), [SECRET, OLD_SECRET])).toBe(true);
  });

  it("also uses a whsec_ secret's whole text as the key, as Polar does", () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    expect(accepts(standard(standardSignature(NOW, secret)), [secret])).toBe(true);
    expect(accepts(plain(plainSignature(secret)), [secret])).toBe(true);
  });

  it.each(['whsec_', 'whsec_!!!!!!!!!!!!!!!!!!!!', 'whsec_AAAA'])('never uses an almost empty key: %s', (secret) => {
    for (const weak of [Buffer.alloc(0), Buffer.from(secret.slice(6), 'base64')]) {
      expect(accepts(standard(standardSignature(NOW, weak)), [secret])).toBe(false);
    }
  });

  it.each([
    ['300 seconds old', NOW - 300, true],
    ['301 seconds old', NOW - 301, false],
    ['300 seconds ahead', NOW + 300, true],
    ['301 seconds ahead', NOW + 301, false],
    ['ten years ahead', NOW + 315_360_000, false],
    ['abc', 'abc', false],
    ['empty', '', false],
    ['with a fraction', `${NOW}.5`, false],
    ['hexadecimal', `0x${NOW.toString(16)}`, false],
    ['with a sign', `+${NOW}`, false],
    ['in milliseconds', `${NOW}000`, false],
  ])('timestamp %s', (_, timestamp, accepted) => {
    expect(accepts(standard(standardSignature(timestamp), timestamp))).toBe(accepted);
  });

  it.each([
    ['wrong secret', standardSignature(NOW, OLD_SECRET)],
    ['another timestamp', standardSignature(NOW - 1)],
    ['truncated', standardSignature().slice(0, -1)],
    ['upper case', standardSignature().toUpperCase()],
    ['another version', standardSignature().replace('v1', 'v2')],
    ['no version', standardSignature().slice(3)],
    ['separated by commas', `v1,AAAA,${standardSignature()}`],
    ['hex', `v1,${plainSignature()}`],
    ['the plain form', plainSignature()],
    ['empty', ''],
    ['spaces', '   '],
    ['NUL', `\u0000${standardSignature()}`],
    ['huge', 'v1,A '.repeat(200_000)],
  ])('refuses: %s', (_, signature) => {
    expect(accepts(standard(signature))).toBe(false);
  });

  it.each([
    ['no timestamp', { 'webhook-id': ID }],
    ['no id', { 'webhook-timestamp': `${NOW}` }],
    ['an empty id', { 'webhook-id': '', 'webhook-timestamp': `${NOW}` }],
    ['another id', { 'webhook-id': 'other', 'webhook-timestamp': `${NOW}` }],
    ['an array as timestamp', { 'webhook-id': ID, 'webhook-timestamp': [`${NOW}`] as unknown as string }],
    ['an array as id', { 'webhook-id': [ID] as unknown as string, 'webhook-timestamp': `${NOW}` }],
  ])('refuses both forms with %s', (_, headers) => {
    expect(accepts(plain(plainSignature(), { headers }))).toBe(false);
    expect(accepts(plain(standardSignature(), { headers }))).toBe(false);
  });

  it(`refuses any flipped byte (seed ${seed})`, () => {
    const holds = fc.property(fc.nat(), fc.nat(), fc.nat(), (inSignature, inBody, inId) => {
      const good = standard(standardSignature());
      expect(accepts({ ...good, signature: flipped(good.signature, inSignature) })).toBe(false);
      expect(accepts({ ...good, body: Buffer.from(flipped(BODY, inBody)) })).toBe(false);
      expect(accepts({ ...good, headers: { ...good.headers, 'webhook-id': flipped(ID, inId) } })).toBe(false);
    });
    fc.assert(holds, { seed, numRuns: 200 });
  });
});
