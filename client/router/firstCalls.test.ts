import { expect, test } from 'vitest';
import { addressOfCalls, callsOf } from './firstCalls.ts';

test.each([
  [[{ path: 'session.me' }], '/api/trpc/session.me?batch=1&input=%7B%7D'],
  [
    [{ path: 'session.me' }, { path: 'payments.list', input: { limit: 10 } }],
    '/api/trpc/session.me,payments.list?batch=1&input=%7B%221%22%3A%7B%22limit%22%3A10%7D%7D',
  ],
])('%j are asked for, and read, at %s', (calls, address) => {
  expect(addressOfCalls(calls)).toBe(address);
  expect(callsOf(`https://a.example/billing${address}`)).toEqual(calls.map((call) => ({ input: undefined, ...call })));
});
