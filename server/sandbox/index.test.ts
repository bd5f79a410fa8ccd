import { expect, test } from 'vitest';
import { pagesAt } from './index.ts';

test.each([
  [{ host: '127.0.0.1' }, 'http://127.0.0.1:4010'],
  [{ host: '::1' }, 'http://[::1]:4010'],
  // No browser goes to the address that means all of them, to which a container listens.
  [{ host: '0.0.0.0' }, 'http://localhost:4010'],
  [{ host: '::' }, 'http://localhost:4010'],
  [{ host: '0.0.0.0', publicUrl: 'https://pay.example.com/' }, 'https://pay.example.com'],
])('%j: its pages are at %s', (options, address) => {
  expect(pagesAt(options, 4010)).toBe(address);
});
