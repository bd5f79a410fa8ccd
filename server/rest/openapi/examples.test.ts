import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect, test } from 'vitest';
import { conflictSentences } from '../../billing/subscriptions/changes/conflicts.ts';
import { plainBrand } from '../../brand/brand.ts';
import { answers } from '../../errors.ts';
import { defaultPlans } from '../../plans/testing.ts';
import { createDocument } from './document.ts';
import { curlOf, examplesOf } from './examples.ts';
import { operations } from './operations.ts';
import { answerSchemas, requests, toComponents } from './schemas.ts';

const examples = examplesOf(defaultPlans());

test('the examples match their schemas, and every schema but the catalogue has one', () => {
  const bodies = Object.keys({ ...requests, ...answerSchemas }).filter((name) => name !== 'PlanList');
  expect(Object.keys(examples).sort()).toEqual(bodies.sort());
  const document = { components: { schemas: toComponents(defaultPlans()) } };
  const ajv = formats.default(new Ajv2020({ strict: false })).addSchema(document, 'document');
  for (const [name, example] of Object.entries(examples)) {
    const isValid = ajv.compile({ $ref: `document#/components/schemas/${name}` });
    expect({ name, errors: isValid(example) ? null : isValid.errors }).toEqual({ name, errors: null });
  }
});

test('what several answers hold has a name, and dates have no pattern of 300 letters', () => {
  const schemas = toComponents(defaultPlans());
  expect(schemas.SubscriptionAnswer).toMatchObject({
    properties: { subscription: { anyOf: [{ $ref: '#/components/schemas/Subscription' }, { type: 'null' }] } },
  });
  expect(schemas.AccessAnswer).toMatchObject({ properties: { access: { $ref: '#/components/schemas/Access' } } });
  expect(schemas.AccessChange).toMatchObject({ properties: { access: { $ref: '#/components/schemas/Access' } } });
  expect(schemas.PaymentPage).toMatchObject({
    properties: { payments: { items: { $ref: '#/components/schemas/Payment' } } },
  });
  expect(JSON.stringify(schemas).includes('02-29')).toBe(false);
});

test.each(operations)('$method $path has a curl example', (operation) => {
  const call = curlOf(operation, examples, 'https://billing.example.com');
  expect(call).toContain(`https://billing.example.com${operation.path}`);
  expect(call.includes('x-user-id')).toBe(['session', 'service'].includes(operation.auth));
  expect(call.includes(' -d ')).toBe(Boolean(operation.body?.schema));
});

test.each(operations)('$method $path: the example of each error is one of its own status', ({ path, method }) => {
  const { settings, billing } = {
    settings: { baseUrl: 'https://billing.example.com', brand: plainBrand, plans: defaultPlans(), login: null },
    billing: { adapter: { signatureHeader: 'x-signature' } },
  };
  const document = createDocument({ settings, billing } as unknown as Parameters<typeof createDocument>[0]);
  const described = (document.paths[path] as Record<string, { tags: string[]; responses: Record<string, Told> }>)[
    method
  ];
  expect(document.tags.map(({ name }) => name)).toContain(described?.tags[0]);
  const told = Object.entries(described?.responses ?? {}).map(([status, { description, content }]) => {
    return { status: Number(status), description, example: content?.['application/json']?.example };
  });
  const errors = told.filter(({ status, example }) => status >= 400 && !isHealth(example));
  // A text may belong to several statuses; the specification's template holds the name of an event.
  const fits = ({ status, description, example }: (typeof errors)[number]) =>
    Object.values(answers).some((each) => each.status === status && each.text === example?.error) ||
    description.replace('<event_type>', 'invoice.paid').includes(`\`${example?.error}\``);
  expect(errors.filter((error) => !fits(error))).toEqual([]);
  const health = told.filter(({ example }) => isHealth(example));
  const isUp = ({ example }: (typeof told)[number]) => example?.database === 'up';
  expect(health.map((each) => [each.status, isUp(each)])).toEqual(health.map(({ status }) => [status, status === 200]));
});

test('the example of a change that is not possible says what the service says', () => {
  const { conflict } = examples.ChangeConflict as { conflict: { reason: string; message: string } };
  expect(conflict.message).toBe(conflictSentences()[conflict.reason]);
});

type Example = { error?: string; database?: string };
const isHealth = (example?: Example) => example !== undefined && 'database' in example;

interface Told {
  description: string;
  content?: Record<string, { example?: Example }>;
}
