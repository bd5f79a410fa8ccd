import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../testing/events/storable.ts';
import type { Delivery } from '../adapter.ts';
import { beta } from './adapter.ts';
import { delivery } from './fixtures/index.ts';
import { verifySignature } from './signature.ts';

const SECRET = 'whsec_creem_4Qh0aTnXbe';
const OLD_SECRET = 'whsec_creem_retired_00';
const BODY = '{"id":"evt_1","eventType":"subscription.paid","object":{"id":"sub_1","name":"Zoë"}}';
const seed = Date.now() % 2 ** 31;

function sign(secret = SECRET, body = BODY): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

function accepts(signature: string, secrets: readonly string[] = [SECRET], overrides: Partial<Delivery> = {}): boolean {
  return verifySignature(delivery(BODY, { signature, ...overrides }), secrets);
}

function flipped(bytes: Buffer, position: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[position % copy.length] = (copy[position % copy.length] ?? 0) ^ 1;
  return copy;
}

describe('signature', () => {
  it('is the frozen HMAC-SHA256 of RFC 4231, test case 2', () => {
    const vector = delivery('what do ya want for nothing?', {
      signature: '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    });
    expect(verifySignature(vector, ['Jefe'])).toBe(true);
    expect(verifySignature(vector, ['jefe'])).toBe(false);
  });

  it.each([
    ['lower case', sign()],
    ['upper case', sign().toUpperCase()],
    ['with the prefix sha256=', `sha256=${sign()}`],
  ])('is accepted in %s', (_, signature) => expect(accepts(signature)).toBe(true));

  it.each([
    ['of a wrong secret', sign(OLD_SECRET)],
    ['of another body', sign(SECRET, `${BODY} `)],
    ['truncated', sign().slice(0, -2)],
    ['truncated by half a byte', sign().slice(0, -1)],
    ['longer', `${sign()}00`],
    ['with another prefix', `sha1=${sign()}`],
    ['with an upper-case prefix', `SHA256=${sign()}`],
    ['with the prefix twice', `sha256=sha256=${sign()}`],
    ['with spaces', ` ${sign()} `],
    ['with a line end', `${sign()}\n`],
    ['in base64', Buffer.from(sign(), 'hex').toString('base64')],
    ['twice', `${sign()}, ${sign()}`],
    ['with a NUL', `${sign()}\u0000`],
    ['that is no hex', 'g'.repeat(64)],
    ['that is empty', ''],
    ['that is only a prefix', 'sha256='],
    ['that is huge', 'a'.repeat(1_000_000)],
    ['that is no text', [sign()] as unknown as string],
    ['that is absent', undefined as unknown as string],
  ])('is refused %s', (_, signature) => expect(accepts(signature)).toBe(false));

  it('is accepted under any of several secrets, before and after a rotation', () => {
    expect(accepts(sign(), [SECRET])).toBe(true);
    expect(accepts(sign(OLD_SECRET), [SECRET, OLD_SECRET])).toBe(true);
    expect(accepts(sign(), [SECRET, OLD_SECRET])).toBe(true);
    expect(accepts(sign(OLD_SECRET), [SECRET])).toBe(false);
  });

  it('is refused without a secret or with an empty one', () => {
    expect(accepts(sign(), [])).toBe(false);
    expect(accepts(sign(''), [''])).toBe(false);
    expect(accepts(sign(), ['', SECRET])).toBe(true);
  });

  it('ignores the headers of Standard Webhooks and the time', () => {
    const headers = { 'webhook-id': 'x', 'webhook-timestamp': '1' };
    expect(accepts(sign(), [SECRET], { headers, now: 0 })).toBe(true);
  });

  it('covers an empty body', () => {
    expect(verifySignature(delivery('', { signature: sign(SECRET, '') }), [SECRET])).toBe(true);
    expect(verifySignature(delivery('', { signature: sign() }), [SECRET])).toBe(false);
  });

  it(`is refused for any flipped bit of body or signature (seed ${seed})`, () => {
    const holds = fc.property(fc.nat(), fc.nat(), fc.string({ minLength: 1 }), (inBody, inSignature, text) => {
      const body = Buffer.from(text);
      const signature = sign(SECRET, text);
      expect(accepts(signature, [SECRET], { body })).toBe(true);
      expect(accepts(signature, [SECRET], { body: flipped(body, inBody) })).toBe(false);
      const other = flipped(Buffer.from(signature, 'hex'), inSignature).toString('hex');
      expect(accepts(other, [SECRET], { body })).toBe(false);
    });
    fc.assert(holds, { seed, numRuns: 300 });
  });

  it(`never throws for any header text (seed ${seed})`, () => {
    const holds = fc.property(fc.string({ unit: anyCharacter }), (signature) => {
      expect(accepts(signature)).toBe(false);
    });
    fc.assert(holds, { seed, numRuns: 300 });
  });
});

describe('header name', () => {
  const options = { secretKey: 'creem_hidden', webhookSecrets: [SECRET], prices: [] };

  it("is the specification's, or the configured one", () => {
    expect(beta.defaultSignatureHeader).toBe('beta-webhook-signature');
    expect(beta.create(options).signatureHeader).toBe('beta-webhook-signature');
    expect(beta.create({ ...options, signatureHeader: 'Creem-Signature' }).signatureHeader).toBe('creem-signature');
    expect(beta.create(options).validateWebhook(delivery(BODY, { signature: sign() }))).toBe(true);
  });
});
