import { expect, test } from 'vitest';
import { allEn as en } from '../text/testing.ts';
import { socialProblem } from './socialProblem.ts';

test.each([
  ['access_denied', en.social.canceled],
  ['email_not_found', en.social.noEmail],
  ['state_mismatch', en.social.failed],
  ['<script>', en.social.failed],
  [null, en.social.failed],
])('maps the code %s to the text: %s', (code, text) => {
  expect(socialProblem(code, en)).toBe(text);
});
