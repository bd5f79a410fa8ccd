import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { currentTypes, typesFile } from './build.ts';
import { typesOf } from './typesOf.ts';

test("the client's types are those of the REST API (else: npm run build:packages)", () => {
  expect(readFileSync(typesFile, 'utf8') === currentTypes()).toBe(true);
});

test('a schema becomes a type without imports', () => {
  const Part = { type: 'string', enum: ['a', "it's"] };
  const Whole = {
    type: 'object',
    properties: {
      part: { $ref: '#/components/schemas/Part', description: 'Its part' },
      counts: { type: 'array', items: { type: ['integer', 'null'] } },
      rest: {
        type: 'object',
        additionalProperties: { anyOf: [{ type: 'boolean', const: true }, { type: 'integer' }] },
      },
    },
    required: ['part'],
  };
  expect(typesOf({ Part, Whole }).split('\n').slice(2)).toEqual([
    "export type Part = 'a' | 'it\\'s';",
    '',
    'export interface Whole {',
    '  /** Its part */',
    '  part: Part;',
    '  counts?: (number | null)[];',
    '  rest?: Record<string, true | number>;',
    '}',
    '',
  ]);
});
