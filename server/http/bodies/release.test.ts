import { expect, test } from 'vitest';
import { release } from './release.ts';

const MIB = 1_048_576;

test('frees memory at once, repeatedly', () => {
  const before = process.memoryUsage().arrayBuffers;
  for (let n = 0; n < 200; n += 1) {
    const piece = Buffer.alloc(MIB);
    release([piece]);
    expect(piece.byteLength).toBe(0);
  }
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4 * MIB);
});

test('leaves shared memory alone and releases nothing twice', () => {
  const pooled = Buffer.from('pooled');
  const part = Buffer.alloc(MIB).subarray(0, MIB / 2);
  const whole = Buffer.alloc(MIB);
  release([pooled, part, whole, whole]);
  release([whole]);
  expect([pooled.toString(), part.byteLength, whole.byteLength]).toEqual(['pooled', MIB / 2, 0]);
});
