import fc from 'fast-check';
import { describe, it } from 'vitest';
import { expectStorable } from '../../testing/events/storable.ts';
import { fixtureNames, fixtureText, process } from './fixtures/index.ts';

const seed = Date.now() % 2 ** 31;

describe('tolerant reading', () => {
  const types = [...fixtureNames.map((name) => name.split('.').slice(0, 2).join('.')), 'invoice.payment_failed'];

  it(`never throws, and returns only storable values (seed ${seed})`, () => {
    const body = fc.record({ type: fc.constantFrom(...types), timestamp: fc.jsonValue(), data: fc.jsonValue() });
    const holds = fc.property(fc.oneof(body, fc.jsonValue()), (parsed) => expectStorable(process(parsed)));
    fc.assert(holds, { seed, numRuns: 500 });
  });

  it(`accepts fixtures with any value in any place (seed ${seed})`, () => {
    const odd = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom('\u0000', 'a\u0000b', '\ud800', 'x'.repeat(10_000), { toString: 1 }),
    );
    const holds = fc.property(fc.constantFrom(...fixtureNames), fc.nat(), odd, (name, place, value) => {
      expectStorable(process(mutated(JSON.parse(fixtureText(name)), place, value)));
    });
    fc.assert(holds, { seed, numRuns: 1_000 });
  });
});

/** `body` with one of the values of its data, or of an object in it, replaced. */
function mutated(body: { data: Record<string, unknown> }, place: number, value: unknown): unknown {
  const { data } = body;
  const nested = [data, data.metadata, data.customer, data.product].filter((part) => part && typeof part === 'object');
  const places = nested.flatMap((part) => Object.keys(part as object).map((name) => [part, name] as const));
  const [target, name] = places[place % places.length] ?? [data, 'id'];
  Object.assign(target as object, { [name]: value });
  return body;
}
