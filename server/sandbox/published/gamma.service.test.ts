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
  await sandbox.control('POST', 'clock', { months: 2 });
  await sandbox.settle();
});

afterAll(() => sandbox.close());

test('its own client can read every answer', () => {
  expect(outcomes.filter(unreadable)).toEqual([]);
});

/** Polar sends it at each renewal; its SDK's `validateEvent` knows no such type. */
const UNKNOWN_TO_THE_SDK = 'subscription.cycled';

test('and every webhook but the one that it does not know, renewals included', () => {
  const { webhookSecret } = sandbox.options;
  const odd = sandbox.received.flatMap(({ body, headers }) => {
    try {
      validateEvent(body, headers as Record<string, string>, webhookSecret);
      return [];
    } catch (error) {
      const { type } = JSON.parse(body) as { type: string };
      return [type === UNKNOWN_TO_THE_SDK ? type : `${body.slice(0, 120)}: ${String(error)}`];
    }
  });
  expect([...new Set(odd)]).toEqual([UNKNOWN_TO_THE_SDK]);
});

test('the README lists the supported calls', () => {
  expect(tableInReadme('gamma')).toBe(tableOf('`@polar-sh/sdk` 0.49.0', outcomes));
});
