import { expect, test } from 'vitest';
import { problemsOf, production } from '../../testing/app/environments.ts';
import { readSettings } from '../settings.ts';

test.each([
  ['https://app.example.com/api', 'must not have the path /api'],
  ['https://app.example.com/assets/x', 'must not have the path /assets/x'],
  ['https://app.example.com/a//b', 'must have a plain path'],
  ['https://app.example.com/%2e/<b>', 'must have a plain path'],
  ['https://app.example.com/?x=1', 'must not contain a query'],
  ['https://app.example.com/#x', 'must not contain a query or a fragment'],
  ['https://u:p@app.example.com', 'must not contain a user'],
  ['app.example.com', 'must begin with https://'],
  ['ftp://app.example.com', 'must begin with https://'],
  ['https://', 'is not an address'],
])('refuses BASE_URL %s with the reason', (address, reason) => {
  expect(problemsOf({ BASE_URL: address })).toEqual([expect.stringContaining(`BASE_URL: ${reason}`)]);
});

test.each(['https://app.example.com', 'https://app.example.com/', ' https://APP.example.com:443 '])(
  'accepts %j as BASE_URL',
  (address) => expect(readSettings({ BASE_URL: address }).baseUrl).toBe('https://app.example.com'),
);

test.each(['https://app.example.com/billing', 'https://app.example.com/billing/'])('keeps the path of %s', (address) =>
  expect(readSettings({ BASE_URL: address }).baseUrl).toBe('https://app.example.com/billing'),
);

test('refuses an API address in production that would send the secret key in the clear', () => {
  expect(problemsOf({ ...production, ALPHA_API_URL: 'http://api.example.com' })).toEqual([
    'ALPHA_API_URL: must be https in production, or the secret key goes in the clear',
  ]);
  for (const url of ['https://api.example.com', 'http://127.0.0.1:4010'])
    expect(problemsOf({ ...production, ALPHA_API_URL: url })).toEqual([]);
});
