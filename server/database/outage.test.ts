import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { oneLineAnOutage } from './outage.ts';

const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
let lines: Record<string, unknown>[];
const log = () =>
  pino({ hooks: { logMethod: oneLineAnOutage() } }, { write: (line: string) => void lines.push(JSON.parse(line)) });
const said = () => lines.map(({ msg, unsaid }) => [msg, unsaid]);

beforeEach(() => {
  lines = [];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test('two hundred errors of an outage cost one line in ten seconds, which says how many it left out', () => {
  const one = log();
  for (let at = 0; at < 20_000; at += 100) {
    one.warn({ err: away }, 'lost');
    vi.advanceTimersByTime(100);
  }
  one.warn({ err: away }, 'lost');
  expect(said()).toEqual([
    ['lost', undefined],
    ['lost', 99],
    ['lost', 99],
  ]);
});

test('failing calls belong to it: the error that has the outage as its cause, and the line of the answer', () => {
  const one = log();
  const err = new Error('Failed to read the subscription', { cause: away });
  for (let calls = 0; calls < 50; calls += 1) {
    one.error({ err, requestId: `${calls}` }, err.message);
    one.warn({ req: { id: `${calls}` }, res: { status: 500 } }, 'request completed');
  }
  vi.advanceTimersByTime(10_000);
  one.error({ err }, err.message);
  expect(said()).toEqual([
    ['Failed to read the subscription', undefined],
    ['Failed to read the subscription', 99],
  ]);
});

test('what is no outage is always told, also during one', () => {
  const one = log();
  one.warn({ err: away }, 'lost');
  for (let count = 0; count < 3; count += 1) one.error({ err: new Error('a bug') }, 'failed');
  one.info({ res: { status: 200 } }, 'request completed');
  vi.advanceTimersByTime(10_000);
  one.warn({ res: { status: 500 } }, 'request completed');
  expect(lines).toHaveLength(6);
});
