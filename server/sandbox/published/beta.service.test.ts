import { Creem } from 'creem';
import { parseWebhookEventEntity } from 'creem/webhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBeta } from '../dialects/beta/testing.ts';
import type { TestSandbox } from '../testing.ts';
import { betaCalls } from './betaCalls.testing.ts';
import { type Outcome, tryCalls } from './calls.testing.ts';
import { tableInReadme, tableOf, unreadable } from './table.testing.ts';

let sandbox: TestSandbox;
let outcomes: Outcome[];

beforeAll(async () => {
  sandbox = await startBeta();
  const creem = new Creem({ apiKey: sandbox.options.secretKey, serverURL: sandbox.url });
  outcomes = await tryCalls(betaCalls, { creem, sandbox });
  await sandbox.settle();
});

afterAll(() => sandbox.close());

test('its own client can read every answer', () => {
  expect(outcomes.filter(unreadable)).toEqual([]);
});

test('and every webhook', () => {
  const odd = sandbox.received.flatMap(({ body }) => {
    try {
      parseWebhookEventEntity(body);
      return [];
    } catch (error) {
      return [`${body.slice(0, 120)}: ${String(error)}`];
    }
  });
  expect(odd).toEqual([]);
});

test('the README lists the supported calls', () => {
  expect(tableInReadme('beta')).toBe(tableOf('`creem` 1.13.0', outcomes));
});
