import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { warnOf } from './outage.ts';

const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
let lines: object[];
const log = () => ({ warn: (fields: object, message: string) => void lines.push({ ...fields, message }) });

beforeEach(() => {
  lines = [];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test('two hundred errors of an outage cost one line in ten seconds, which says how many it left out', () => {
  const one = log();
  for (let at = 0; at < 20_000; at += 100) {
    warnOf(one, { err: away }, 'lost');
    vi.advanceTimersByTime(100);
  }
  warnOf(one, { err: away }, 'lost');
  expect(lines).toEqual([
    { err: away, message: 'lost' },
    { err: away, message: 'lost', unsaid: 99 },
    { err: away, message: 'lost', unsaid: 99 },
  ]);
});

test('what is no outage is always told', () => {
  const one = log();
  const err = new Error('a bug');
  for (let count = 0; count < 3; count += 1) warnOf(one, { err }, 'failed');
  expect(lines).toHaveLength(3);
});
