import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../testing.ts';
import { alphaCalls } from './alphaCalls.testing.ts';
import { openAlphaShop } from './alphaShop.testing.ts';
import { type Outcome, tryCalls } from './calls.testing.ts';
import { type Recorder, startRecorder } from './recorder.testing.ts';
import { StripeTypes } from './stripeTypes.testing.ts';
import { tableInReadme, tableOf, unreadable } from './table.testing.ts';

let sandbox: TestSandbox;
let recorder: Recorder;
let outcomes: Outcome[];
const types = new StripeTypes();

beforeAll(async () => {
  sandbox = await startTestSandbox();
  recorder = await startRecorder(sandbox.url);
  outcomes = await tryCalls(alphaCalls, await openAlphaShop(sandbox, recorder.url));
  await sandbox.settle();
});

afterAll(async () => {
  await recorder.close();
  await sandbox.close();
});

test('every answer has all fields that the published types require', () => {
  const wrong = recorder.answers.flatMap(({ json }) => types.violations(json));
  expect(new Set(wrong)).toEqual(new Set());
});

test('its own client can read every answer', () => {
  expect(outcomes.filter(unreadable)).toEqual([]);
});

test('so has every webhook', () => {
  const sent = sandbox.received.map(({ body }) => JSON.parse(body) as object);
  expect(new Set(sent.flatMap((event) => types.violations(event)))).toEqual(new Set());
});

test('the README lists the supported calls', () => {
  expect(tableInReadme('alpha')).toBe(tableOf('`stripe` 23.1.0', outcomes));
});
