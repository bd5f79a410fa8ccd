import { expect, test } from 'vitest';
import { type Caller, PERSON } from './caller.ts';
import { requireFreshSignIn } from './freshSignIn.ts';

const NOW = Date.parse('2026-11-24T12:00:00Z');
const ago = (seconds: number) => NOW - seconds * 1000;
const email = 'ada@example.com';

test.each<[Partial<Caller>, string | undefined, string | null]>([
  [{ signedInAt: ago(0) }, undefined, null],
  [{ signedInAt: ago(599) }, undefined, null],
  [{ signedInAt: ago(600) }, undefined, 'sign_in_again'],
  [{ signedInAt: ago(601) }, email, 'sign_in_again'],
  [{ signedInAt: ago(-60) }, undefined, null],
  [{ signedInAt: ago(-600) }, email, 'sign_in_again'],
  [{ signedInAt: NOW * 1000 }, email, 'sign_in_again'],
  [{ signedInAt: Number.NaN }, email, 'sign_in_again'],
  [{}, undefined, 'not_confirmed'],
  [{}, '', 'not_confirmed'],
  [{}, 'eve@example.com', 'not_confirmed'],
  [{}, ' Ada@Example.com ', null],
  [{ email: '' }, '', 'not_confirmed'],
  [{ email: '' }, email, 'not_confirmed'],
  [{ email: '' }, 'user_ada', null],
])('%j, who typed %j: %s', (given, typed, code) => {
  const user: Caller = {
    id: 'user_ada',
    email,
    name: '',
    emailVerified: true,
    operator: false,
    scopes: PERSON,
    ...given,
  };
  const asked = () => requireFreshSignIn(user, typed, NOW);
  if (code) expect(asked).toThrow(expect.objectContaining({ code }));
  else asked();
});
