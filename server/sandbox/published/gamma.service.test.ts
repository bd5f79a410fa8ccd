import { Polar } from '@polar-sh/sdk';
import { validateEvent } from '@polar-sh/sdk/webhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startGamma } from '../dialects/gamma/testing.ts';
import type { TestSandbox } from '../testing.ts';
import { type Outcome, tryCalls } from './calls.testing.ts';
import { gammaCalls } from './gammaCalls.testing.ts';
import { tableInReadme, tableOf, unreadable } from './table.testing.ts';

let sandbox: TestSandbox;
let outcomes: Outcome[];

beforeAll(async () => {
  sandbox = await startGamma({ signatureHeader: 'webhook-signature' });
  const polar = new Polar({ accessToken: sandbox.options.secretKey, serverURL: sandbox.url });
  outcomes = await tryCalls(gammaCalls, { polar, sandbox });
  await sandbox.settle();
});

afterAll(() => sandbox.close());

test('its own client can read every answer', () => {
  expect(outcomes.filter(unreadable)).toEqual([]);
});

test('and every webhook', () => {
  const { webhookSecret } = sandbox.options;
  const odd = sandbox.received.flatMap(({ body, headers }) => {
    try {
      validateEvent(body, headers as Record<string, string>, webhookSecret);
      return [];
    } catch (error) {
      return [`${body.slice(0, 120)}: ${String(error)}`];
    }
  });
  expect(odd).toEqual([]);
});

test('the README lists the supported calls', () => {
  expect(tableInReadme('gamma')).toBe(tableOf('`@polar-sh/sdk` 0.49.0', outcomes));
});
