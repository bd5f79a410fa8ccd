import { describe, expect, it } from 'vitest';
import { bodyId, hexDigest, hmacSha256, isFresh, sameBytes } from './hmac.ts';

describe('hmacSha256', () => {
  const expected = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';

  it('matches RFC 4231, test case 2, in one part or several, with text or bytes', () => {
    expect(hmacSha256('Jefe', ['what do ya want for nothing?']).toString('hex')).toBe(expected);
    expect(hmacSha256(Buffer.from('Jefe'), ['what do ', Buffer.from('ya want'), ' for nothing?']).toString('hex')).toBe(
      expected,
    );
  });

  it('reads text as UTF-8', () => {
    expect(hmacSha256('ü', ['ß'])).toEqual(hmacSha256(Buffer.from('ü'), [Buffer.from('ß')]));
  });
});

describe('sameBytes', () => {
  it.each([
    ['', '', true],
    ['a', 'a', true],
    ['a', 'b', false],
    ['a', 'ab', false],
    ['ab', 'a', false],
  ])('%j and %j: %s', (a, b, same) => expect(sameBytes(Buffer.from(a), Buffer.from(b))).toBe(same));
});

describe('hexDigest', () => {
  const digest = '0f'.repeat(32);

  it('gives 32 bytes', () => expect(hexDigest(digest)).toEqual(Buffer.alloc(32, 15)));

  it.each([digest.slice(1), `${digest}0`, digest.toUpperCase(), `${digest}\n`, ` ${digest}`, 'z'.repeat(64), ''])(
    'refuses %j',
    (value) => expect(hexDigest(value)).toBeNull(),
  );

  it('accepts upper case where it is allowed', () => {
    expect(hexDigest(digest.toUpperCase(), /^[0-9a-f]{64}$/i)).toEqual(Buffer.alloc(32, 15));
  });
});

describe('isFresh', () => {
  const now = 1_790_812_806;

  it.each([
    [`${now}`, true],
    [`${now - 300}`, true],
    [`${now - 301}`, false],
    [`${now + 300}`, true],
    [`${now + 301}`, false],
    [`0${now}`, true],
    ['', false],
    ['abc', false],
    ['NaN', false],
    [`${now}.0`, false],
    [`-${now}`, false],
    [` ${now}`, false],
    [`${now}\n`, false],
    ['1e10', false],
    ['0x6abe', false],
  ])('%j: %s', (timestamp, fresh) => expect(isFresh(timestamp, now)).toBe(fresh));
});

describe('bodyId', () => {
  it('is the SHA-256 of the bytes', () => {
    expect(bodyId(Buffer.from('abc'))).toBe('sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
