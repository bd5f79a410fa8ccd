import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect, test } from 'vitest';
import { defaultPlans } from '../../billing/plans/testing.ts';
import { curlOf, examplesOf } from './examples.ts';
import { operations } from './operations.ts';
import { toComponents } from './schemas.ts';

const examples = examplesOf(defaultPlans());

test('the examples match their schemas, and every schema but the catalogue has one', () => {
  const schemas = toComponents(defaultPlans());
  expect(Object.keys(examples).sort()).toEqual(
    Object.keys(schemas)
      .filter((name) => name !== 'PlanList')
      .sort(),
  );
  const ajv = formats.default(new Ajv2020({ strict: false }));
  for (const [name, example] of Object.entries(examples)) {
    const isValid = ajv.compile(schemas[name] ?? {});
    expect({ name, errors: isValid(example) ? null : isValid.errors }).toEqual({ name, errors: null });
  }
});

test.each(operations)('$method $path has a curl example', (operation) => {
  const call = curlOf(operation, examples, 'https://billing.example.com');
  expect(call).toContain(`https://billing.example.com${operation.path}`);
  expect(call.includes('x-user-id')).toBe(['session', 'service'].includes(operation.auth));
  expect(call.includes(' -d ')).toBe(Boolean(operation.body?.schema));
});
