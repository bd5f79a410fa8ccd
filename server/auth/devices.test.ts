import { afterEach, expect, test, vi } from 'vitest';
import { createDevices } from './devices.ts';

const secret = 'devices-secret-0123456789';
const baseUrl = 'http://billing.example';
const devices = createDevices({ secret, baseUrl });
const DAY_MS = 86_400_000;

afterEach(() => {
  vi.useRealTimers();
});

const cookieOf = (line: string) => line.split(';')[0] ?? '';
const remember = (cookies: string | undefined, email: string) => cookieOf(devices.remember(cookies, email));

test('a device is known for the account that signed in there, in any spelling of its address', () => {
  const cookie = remember(undefined, 'Ada@example.com');
  const name = devices.nameOf(cookie, 'ada@example.com');
  expect(name).toMatch(/^[\w-]{22}$/);
  expect(devices.nameOf(`theme=dark; ${cookie}; x=y`, 'ADA@example.com')).toBe(name);
  expect(devices.nameOf(cookie, 'eve@example.com')).toBeNull();
});

test('the device keeps its name when an account signs in again, and gets one name per account', () => {
  const first = remember(undefined, 'ada@example.com');
  const again = remember(first, 'ada@example.com');
  expect(devices.nameOf(again, 'ada@example.com')).toBe(devices.nameOf(first, 'ada@example.com'));
  const both = remember(again, 'eve@example.com');
  expect(devices.nameOf(both, 'ada@example.com')).not.toBe(devices.nameOf(both, 'eve@example.com'));
});

test('remembers the last five accounts that signed in', () => {
  let cookie: string | undefined;
  for (let person = 1; person <= 8; person += 1) cookie = remember(cookie, `p${person}@example.com`);
  const known = [1, 2, 3, 4, 5, 6, 7, 8].filter((person) => devices.nameOf(cookie, `p${person}@example.com`));
  expect(known).toEqual([4, 5, 6, 7, 8]);
});

test('is forgotten after half a year without a sign-in', () => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  const cookie = remember(undefined, 'ada@example.com');
  vi.advanceTimersByTime(179 * DAY_MS);
  expect(devices.nameOf(cookie, 'ada@example.com')).not.toBeNull();
  const renewed = remember(cookie, 'ada@example.com');
  vi.advanceTimersByTime(2 * DAY_MS);
  expect([devices.nameOf(cookie, 'ada@example.com'), devices.nameOf(renewed, 'ada@example.com')]).toEqual([
    null,
    expect.any(String),
  ]);
});

test('another secret signs different marks', () => {
  const other = createDevices({ secret: 'another-secret-0123456789', baseUrl });
  expect(other.nameOf(remember(undefined, 'ada@example.com'), 'ada@example.com')).toBeNull();
});

test.each([
  '',
  'billing.device=',
  'billing.device=~~~',
  'billing.device=a.b.c',
  'billing.device=..',
  'xbilling.device=1.2.3',
])('the cookie %j makes no device known and is not copied', (cookie) => {
  expect(devices.nameOf(cookie, 'ada@example.com')).toBeNull();
  expect(remember(cookie, 'ada@example.com')).toMatch(/^billing\.device=[\w-]{22}\.\d+\.[\w-]{43}$/);
});

test.each([
  ['http://billing.example', 'Path=/api/auth'],
  ['https://app.example', 'Path=/api/auth', 'Secure'],
  ['https://app.example/billing', 'Path=/billing/api/auth', 'Secure'],
])('the browser sends it back to the account routes of %s', (address, ...attributes) => {
  const line = createDevices({ secret, baseUrl: address }).remember(undefined, 'ada@example.com');
  expect(line.split('; ')).toEqual(expect.arrayContaining(attributes));
  expect([line.startsWith('__Secure-'), line.includes('; Secure')]).toEqual(Array(2).fill(attributes.length > 1));
});
