import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../testing/events/storable.ts';
import type { Delivery } from '../adapter.ts';
import { delivery, fixtureNames, fixtureText } from './fixtures/index.ts';
import { verifySignature } from './signature.ts';

const SECRET = 'whsec_3f9c1d7a5b0e4c22';
const OLD_SECRET = 'whsec_retired_00000000';
const BODY = '{"id":"evt_1","type":"invoice.paid","data":{"object":{"id":"in_1","name":"Jörg 沙盒"}}}';
const NOW = 1_767_000_010;
const seed = Date.now() % 2 ** 31;
const { webhooks } = new Stripe('sk_test_unused');

function digest(timestamp: string | number = NOW, secret = SECRET, body: string | Buffer = BODY): string {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
}

function header(timestamp: string | number = NOW, secret = SECRET): string {
  return `t=${timestamp},v1=${digest(timestamp, secret)}`;
}

function accepts(signature: string, overrides: Partial<Delivery> = {}, secrets: readonly string[] = [SECRET]): boolean {
  return verifySignature(delivery(BODY, { signature, now: NOW, ...overrides }), secrets);
}

/** `bytes` with one byte replaced by another one. */
function flipped(bytes: Buffer, position: number, mask: number): Buffer {
  const copy = Buffer.from(bytes);
  const at = position % copy.length;
  copy[at] = (copy[at] ?? 0) ^ mask;
  return copy;
}

describe('good signatures', () => {
  it("matches Stripe's algorithm: a frozen vector", () => {
    const signature = 't=1614265330,v1=bc981b020a70e7377fe8f612dfd699c2cdba838bd516ab0d050a7b712b854b54';
    const vector = delivery('{"test": 2432232314}', { signature, now: 1_614_265_330 });
    expect(verifySignature(vector, ['whsec_frozen_vector_1'])).toBe(true);
    expect(verifySignature(vector, ['whsec_frozen_vector_2'])).toBe(false);
  });

  it.each(fixtureNames)("accepts what Stripe's own package signs: %s", (name) => {
    const payload = fixtureText(name);
    const signature = webhooks.generateTestHeaderString({ payload, secret: SECRET, timestamp: NOW });
    expect(verifySignature(delivery(payload, { signature, now: NOW }), [SECRET])).toBe(true);
    expect(verifySignature(delivery(`${payload} `, { signature, now: NOW }), [SECRET])).toBe(false);
    expect(webhooks.signature?.verifyHeader(payload, signature, SECRET, 300, undefined, NOW * 1000)).toBe(true);
  });

  it.each([
    ['among several v1', `t=${NOW},v1=${'0'.repeat(64)},v1=${digest()}`],
    ['before another v1', `t=${NOW},v1=${digest()},v1=${'0'.repeat(64)}`],
    ['beside a v0 and an unknown scheme', `t=${NOW},v0=${'1'.repeat(64)},v1=${digest()},v2=x`],
    ['beside a malformed v1', `t=${NOW},v1=zz,v1=${digest()}`],
    ['with the time last', `v1=${digest()},t=${NOW}`],
  ])('accepts one %s', (_, signature) => {
    expect(accepts(signature)).toBe(true);
  });

  it('accepts any of the secrets, and any of several v1 signatures', () => {
    const secrets = [SECRET, OLD_SECRET];
    expect(accepts(header(NOW, SECRET), {}, secrets)).toBe(true);
    expect(accepts(header(NOW, OLD_SECRET), {}, secrets)).toBe(true);
    const both = `t=${NOW},v1=${digest(NOW, 'whsec_of_someone_else')},v1=${digest(NOW, OLD_SECRET)}`;
    expect(accepts(both, {}, secrets)).toBe(true);
    expect(accepts(both, {}, [SECRET])).toBe(false);
  });

  it('signs the bytes, not their text', () => {
    const body = Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0x7d]);
    const signature = `t=${NOW},v1=${digest(NOW, SECRET, body)}`;
    expect(accepts(signature, { body })).toBe(true);
    expect(accepts(signature, { body: Buffer.from(body.toString('utf8')) })).toBe(false);
  });
});

describe('time', () => {
  it.each([
    [0, true],
    [-300, true],
    [-301, false],
    [300, true],
    [301, false],
    [315_360_000, false],
    [-315_360_000, false],
  ])('a timestamp %i seconds off', (offset, accepted) => {
    expect(accepts(header(NOW + offset))).toBe(accepted);
  });

  it.each([
    'abc',
    '',
    '-1',
    `-${NOW}`,
    `+${NOW}`,
    ` ${NOW}`,
    `${NOW} `,
    `${NOW}.0`,
    `${NOW}abc`,
    `${NOW}e0`,
    `0x${NOW.toString(16)}`,
    `${NOW}000`,
    '9'.repeat(400),
    'NaN',
    'Infinity',
    '١٧٦٧٠٠٠٠١٠',
    '0',
  ])('refuses t=%j, even with a valid signature', (timestamp) => {
    expect(accepts(header(timestamp))).toBe(false);
  });

  it('refuses when our own clock is unknown', () => {
    expect(accepts(header(), { now: Number.NaN })).toBe(false);
  });
});

describe('bad signatures', () => {
  it.each([
    ['empty', ''],
    ['no time', `v1=${digest()}`],
    ['no signature', `t=${NOW}`],
    ['two times', `t=${NOW},${header()}`],
    ['two different times', `t=${NOW - 400},${header()}`],
    ['only v0', `t=${NOW},v0=${digest()}`],
    ['an empty v1', `t=${NOW},v1=`],
    ['truncated', header().slice(0, -1)],
    ['truncated by a byte', header().slice(0, -2)],
    ['longer', `${header()}00`],
    ['upper case', `t=${NOW},v1=${digest().toUpperCase()}`],
    ['upper-case names', header().toUpperCase()],
    ['a space after the comma', header().replace(',', ', ')],
    ['a prefix', `t=${NOW},v1=sha256=${digest()}`],
    ['base64', `t=${NOW},v1=${Buffer.from(digest(), 'hex').toString('base64')}`],
    ['the digest alone', digest()],
    ['of the body without a time', `t=${NOW},v1=${createHmac('sha256', SECRET).update(BODY).digest('hex')}`],
    ['of another time', `t=${NOW},v1=${digest(NOW - 1)}`],
    ['wrong secret', header(NOW, OLD_SECRET)],
    ['a secret without its prefix', header(NOW, SECRET.slice('whsec_'.length))],
    ['separated by semicolons', header().replace(',', ';')],
    ['NUL', `${header()}\u0000`],
    ['a line feed', `${header()}\n`],
    ['huge', `t=${NOW},${'v1=00,'.repeat(200_000)}`],
  ])('refuses: %s', (_, signature) => {
    expect(accepts(signature)).toBe(false);
  });

  it('refuses everything without a secret or with a blank one', () => {
    expect(accepts(header(), {}, [])).toBe(false);
    expect(accepts(header(NOW, ''), {}, [''])).toBe(false);
    expect(accepts(header(NOW, '   '), {}, ['   ', SECRET])).toBe(false);
  });

  it.each([[[header()]], [[header(), header()]], [null], [undefined], [42], [{ t: NOW }], [Buffer.from(header())]])(
    'refuses a header that is not text: %j',
    (signature) => {
      expect(accepts(signature as unknown as string)).toBe(false);
    },
  );

  it(`refuses any flipped byte of header or body (seed ${seed})`, () => {
    const good = Buffer.from(header());
    const holds = fc.property(fc.nat(), fc.integer({ min: 1, max: 127 }), (position, mask) => {
      expect(accepts(flipped(good, position, mask).toString('latin1'))).toBe(false);
      expect(accepts(header(), { body: flipped(Buffer.from(BODY), position, mask) })).toBe(false);
    });
    fc.assert(holds, { seed, numRuns: 500 });
  });

  it(`never throws and never accepts (seed ${seed})`, () => {
    const piece = fc.constantFrom('t=', 'v1=', ',', `${NOW}`, digest(), digest().slice(1), 'v0=', ' ', '=', '\u0000');
    const pieces = fc.array(piece, { maxLength: 8 }).map((parts) => parts.join(''));
    const odd = fc.oneof(fc.string({ unit: anyCharacter }), pieces).filter((value) => !value.includes(digest()));
    fc.assert(
      fc.property(odd, (signature) => !accepts(signature)),
      { seed, numRuns: 500 },
    );
  });

  it(`agrees with Stripe's own package on signed bodies (seed ${seed})`, () => {
    const holds = fc.property(
      fc.string({ minLength: 1, unit: anyCharacter }),
      fc.integer({ min: 0, max: 300 }),
      (payload, age) => {
        const signature = webhooks.generateTestHeaderString({ payload, secret: SECRET, timestamp: NOW - age });
        expect(verifySignature(delivery(payload, { signature, now: NOW }), [SECRET])).toBe(true);
      },
    );
    fc.assert(holds, { seed, numRuns: 200 });
  });
});
