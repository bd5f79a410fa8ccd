import { expect, test } from 'vitest';
import { organisationName } from './ownerName.ts';

test.each([
  ['org:acme', 'acme'],
  ['org:a:b', 'a:b'],
  ['user_org:1', null],
  ['ada', null],
])('%s: %s', (id, name) => {
  expect(organisationName(id)).toBe(name);
});
