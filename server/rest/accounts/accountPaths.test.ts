import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../settings/packageRoot.ts';
import { findAccountPath, openAccountPaths, pickFields, requireCompany } from './accountPaths.ts';

test('the API page lists exactly the open account paths', () => {
  const page = readFileSync(join(packageRoot(), 'server/docs/api.md'), 'utf8');
  const [, table = ''] = page.split('## Accounts');
  const named = [...table.matchAll(/`((?:GET|POST) [a-z/-]+)`/g)].map(([, path = '']) => path.replace(' ', ' /'));
  expect(named.sort()).toEqual([...openAccountPaths].sort());
});

test.each(['/nothing', '', '/', '/sign-in/email/', '/constructor', '/__proto__', '/sign-in/EMAIL'])(
  '%j is not open',
  (path) => {
    expect(() => findAccountPath('POST', path)).toThrow('Not found');
  },
);

test.each(['GET', 'PUT', 'HEAD', 'constructor', 'post'])('%s is not accepted for signing in', (method) => {
  expect(() => findAccountPath(method, '/sign-in/email')).toThrow('Method not allowed');
});

test('only known fields of a body pass, unchanged', () => {
  const body = JSON.parse('{"name":"Ada","admin":true,"flag":false,"__proto__":{"name":"x"},"constructor":"y"}');
  expect(pickFields(body, { name: 3, flag: 0 })).toEqual({ name: 'Ada', flag: false });
});

test.each([null, 7, true, 'text', [], ['a'], {}])('%j has no name field', (body) => {
  expect(pickFields(body, { name: 3 })).toEqual({});
});

test('refuses a text that is too long and leaves a long list to better-auth', () => {
  expect(() => pickFields({ name: 'Adam' }, { name: 3 })).toThrow('Invalid request body');
  expect(pickFields({ name: ['Adam'] }, { name: 3 })).toEqual({ name: ['Adam'] });
});

test('a social provider that is not configured is not found', () => {
  const signIn = findAccountPath('POST', '/sign-in/social');
  const back = findAccountPath('GET', '/callback/google');
  expect(() => requireCompany(signIn, { provider: 'google' }, ['google'])).not.toThrow();
  expect(() => requireCompany(back, undefined, ['google'])).not.toThrow();
  expect(() => requireCompany(signIn, { provider: 'google' }, ['github'])).toThrow('Not found');
  expect(() => requireCompany(signIn, { provider: 'apple' }, ['google', 'github'])).toThrow('Not found');
  expect(() => requireCompany(back, undefined, [])).toThrow('Not found');
  expect(() => requireCompany(signIn, {}, ['google'])).toThrow('Invalid request body');
  expect(() => requireCompany(findAccountPath('GET', '/ok'), undefined, [])).not.toThrow();
});
