import { expect, test } from 'vitest';
import { mayComplain, takeUnexpected } from './complaints.ts';

test('what is said on the console fails a test, unless it says that it may be', () => {
  console.error('It is %s', 'broken');
  console.warn('It will be');
  expect(takeUnexpected()).toEqual(['It is broken', 'It will be']);
  mayComplain(/^It will/);
  console.warn('It will be');
  expect(takeUnexpected()).toEqual([]);
});

test('what one test may say, the next one may not', () => {
  console.warn('It will be');
  expect(takeUnexpected()).toEqual(['It will be']);
});

test('that something was late on a busy machine may always be said', () => {
  console.error('Waiting events were left for the sweep: Not done within 500 ms');
  expect(takeUnexpected()).toEqual([]);
});
