import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectStorable } from '../../testing/events/storable.ts';
import { modeIn } from './api.ts';
import { fixtureNames, fixtureText, process } from './fixtures/index.ts';

const seed = Date.now() % 2 ** 31;
const odd = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom('\u0000', 'a\u0000b', '\ud800', '', 'x'.repeat(10_000), 1e308, -1, { toString: 1 }, [[]]),
);

describe('tolerant reading', () => {
  const types = [
    ...fixtureNames.map((name) => name.split('.').slice(0, 2).join('.')),
    'customer.created',
    'order.paid',
  ];

  it(`never throws, and returns only storable values (seed ${seed})`, () => {
    const body = fc.record({ id: odd, eventType: fc.constantFrom(...types), created_at: odd, object: fc.jsonValue() });
    const holds = fc.property(fc.oneof(body, fc.jsonValue()), (parsed) => expectStorable(process(parsed)));
    fc.assert(holds, { seed, numRuns: 500 });
  });

  it(`accepts fixtures with any value in any place (seed ${seed})`, () => {
    const holds = fc.property(fc.constantFrom(...fixtureNames), fc.nat(), odd, (name, place, value) => {
      const body = JSON.parse(fixtureText(name));
      const places = placesIn(body);
      const [target, field] = places[place % places.length] as [object, string];
      Object.assign(target, { [field]: value });
      expectStorable(process(body));
    });
    fc.assert(holds, { seed, numRuns: 1_500 });
  });
});

it.each([{ toString: 1 }, 'constructor', '__proto__', [], 7, null])('treats %j as no mode', (mode) => {
  const [name = ''] = fixtureNames;
  const body = JSON.parse(fixtureText(name));
  expectStorable(process({ ...body, object: { ...body.object, mode } }));
  expect(modeIn(mode)).toBeNull();
});

/** Every field of the body and of its nested values. */
function placesIn(value: unknown): [object, string][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, entry]): [object, string][] => [[value, name], ...placesIn(entry)]);
}
