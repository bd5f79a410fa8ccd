import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { traceFields, traceHeaders, withinTrace } from './trace.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const HEADER = `00-${TRACE}-${SPAN}-01`;

test.each([
  ['as it came', HEADER, HEADER],
  ['not sampled', `00-${TRACE}-${SPAN}-00`, `00-${TRACE}-${SPAN}-00`],
  ['with flags that we do not know', `00-${TRACE}-${SPAN}-ff`, HEADER],
  ['of a later version with more parts', `cc-${TRACE}-${SPAN}-01-what-the-future-holds`, HEADER],
])('a header goes on, %s', (_, given, expected) => {
  expect(withinTrace(given, traceHeaders)).toEqual({ traceparent: expected });
  expect(withinTrace(given, traceFields)).toEqual({ trace_id: TRACE, span_id: SPAN });
});

test.each([
  undefined,
  '',
  [HEADER, HEADER],
  `ff-${TRACE}-${SPAN}-01`,
  `00-${'0'.repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}-1`,
  `00-${TRACE}-${SPAN}-01-more`,
  `cc-${TRACE}-${SPAN}-01more`,
  `${HEADER}, ${HEADER}`,
  ` ${HEADER}`,
])('a malformed header is none: %s', (given) => {
  expect(withinTrace(given, () => ({ ...traceHeaders(), ...traceFields() }))).toEqual({});
});

test('two calls at once keep their own traces, and what runs after them has none', async () => {
  const other = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  const afterAPause = async () => {
    await sleep(1);
    return traceHeaders();
  };
  const both = [withinTrace(HEADER, afterAPause), withinTrace(other, afterAPause)];
  expect(await Promise.all(both)).toEqual([{ traceparent: HEADER }, { traceparent: other }]);
  expect(traceHeaders()).toEqual({});
});
