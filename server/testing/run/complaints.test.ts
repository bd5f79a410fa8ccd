import { expect, test } from 'vitest';
import { mayComplain, takeUnexpected } from './complaints.ts';

test('console output fails a test unless the test allows it', () => {
  console.error('It is %s', 'broken');
  console.warn('It will be');
  expect(takeUnexpected()).toEqual(['It is broken', 'It will be']);
  mayComplain(/^It will/);
  console.warn('It will be');
  expect(takeUnexpected()).toEqual([]);
});

test('output that one test allows is not allowed in the next', () => {
  console.warn('It will be');
  expect(takeUnexpected()).toEqual(['It will be']);
});

test('messages about work that is late on a busy machine are always allowed', () => {
  console.error('Waiting events were left for the sweep: Not done within 500 ms');
  console.error(
    '{"level":50,"err":{"message":"Connection terminated due to connection timeout"},"msg":"A job failed"}',
  );
  expect(takeUnexpected()).toEqual([]);
});
