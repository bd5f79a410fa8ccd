import { expect, test } from 'vitest';
import { freePort } from './freePort.ts';

test('a free port is none that the system gives to outgoing connections', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, () => freePort()));
  expect(Math.max(...ports)).toBeLessThan(32_768);
  expect(new Set(ports).size).toBeGreaterThan(40);
});

test('an address that is not ours is reported', async () => {
  await expect(freePort('192.0.2.1')).rejects.toThrow('EADDRNOTAVAIL');
});
