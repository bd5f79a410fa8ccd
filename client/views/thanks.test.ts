import { expect, it } from 'vitest';
import { mayThank } from './thanks.ts';

const use = (usable: boolean) => ({ usable, reason: 'active', until: null, failedAt: null }) as const;
const active = { status: 'active', isRunning: true, use: use(true) };

it.each([
  ['nothing but what was bought', [active], true],
  ['bought once', [], true],
  ['its renewal failed', [{ ...active, status: 'past_due', isRunning: false }], false],
  ['another one is past due', [active, { status: 'past_due', isRunning: false, use: use(false) }], false],
  ['it was refunded', [{ ...active, use: use(false) }], false],
  ['an ended one beside', [active, { status: 'canceled', isRunning: false, use: use(false) }], true],
])('%s: %j', (_name, shown, expected) => {
  expect(mayThank(shown)).toBe(expected);
});
