import { describe, expect, test } from 'vitest';
import type { Diagnosis } from '../../adapters/diagnosis.ts';
import { checkClock } from './checkClock.ts';
import { checkKey } from './checkKey.ts';
import { checkLastRun } from './checkLastRun.ts';
import { checkMails } from './checkMails.ts';
import { checkPortal } from './checkPortal.ts';
import { checkSignatureHeader, checkWebhooks } from './checkWebhooks.ts';
import type { Patient } from './finding.ts';

const diagnosis: Diagnosis = {
  company: 'Acme Pay',
  places: { webhooks: 'Hooks', portal: 'Portal', mails: 'Mails' },
  sells: true,
  forwarder: 'acme listen --forward-to {url}',
  webhookEvents: ['paid', 'failed'],
  payload: 'snapshot',
  apiVersion: '2',
  signatureHeader: 'acme-signature',
  fetchClock: async () => null,
  fetchEndpoints: async () => null,
  fetchPortal: async () => null,
  fetchReminders: async () => null,
};
const patient: Patient = {
  diagnosis,
  prefix: 'ACME',
  webhookUrl: 'https://billing.example.com/api/webhooks/payments',
  isProduction: true,
  isSandbox: false,
  signatureHeader: 'acme-signature',
  endsDuplicates: true,
  lastRun: null,
};
const endpoint = { url: patient.webhookUrl, enabled: true, events: null, payload: 'snapshot', apiVersion: null };
const levels = (found: { level: string }[]) => found.map(({ level }) => level);

describe('the key', () => {
  test.each([
    ['live', true, 'ok'],
    ['live', false, 'wrong'],
    ['test', true, 'wrong'],
    ['test', false, 'ok'],
    [null, true, 'look'],
    [null, false, 'look'],
  ] as const)('%s, production %s: %s', (mode, isProduction, level) => {
    const found = checkKey({ ...patient, isProduction }, { account: 'acct_1', mode });
    expect(found.level).toBe(level);
    expect(Boolean(found.mend)).toBe(level === 'wrong');
  });

  test('of the sandbox is right', () => {
    const found = checkKey({ ...patient, isSandbox: true, isProduction: false }, { account: null, mode: null });
    expect(found).toMatchObject({ level: 'ok', says: 'The sandbox stands in for Acme Pay: nobody is charged.' });
  });
});

describe('the clock', () => {
  const theirs = '2026-11-22T08:00:00.000Z';
  test.each([
    [0, 'ok', 'agrees'],
    [60_000, 'ok', 'agrees'],
    [61_500, 'wrong', '62 seconds ahead of'],
    [-90_000, 'wrong', '90 seconds behind'],
  ])('%i ms off: %s', (offMs, level, words) => {
    const found = checkClock(patient, { theirs, ours: Date.parse(theirs) + offMs });
    expect(found).toMatchObject({ level, says: expect.stringContaining(words) });
  });

  test('of the sandbox can be moved', () => {
    const found = checkClock({ ...patient, isSandbox: true }, { theirs, ours: Date.parse(theirs) + 86_400_000 });
    expect(found).toMatchObject({ level: 'look', says: expect.stringContaining('can be moved') });
  });
});

describe('webhooks', () => {
  test.each([
    'https://billing.example.com/api/webhooks/payments/',
    'https://BILLING.example.com/api/webhooks/payments',
  ])('%s is the address', (url) => {
    expect(levels(checkWebhooks(patient, [{ ...endpoint, url }]))).toEqual(['ok']);
  });

  test.each([
    'http://billing.example.com/api/webhooks/payments',
    'https://billing.example.com/webhooks',
    'https://example.com/api/webhooks/payments',
    'nowhere',
  ])('%s is another address', (url) => {
    expect(levels(checkWebhooks(patient, [{ ...endpoint, url }]))).toEqual(['wrong']);
  });

  test('this machine has two names, and is not reachable from outside', () => {
    const local = { ...patient, webhookUrl: 'http://localhost:3000/api/webhooks/payments' };
    const url = 'http://127.0.0.1:3000/api/webhooks/payments';
    expect(levels(checkWebhooks(local, [{ ...endpoint, url }]))).toEqual(['ok']);
    expect(levels(checkWebhooks(local, [{ ...endpoint, url: url.replace('3000', '3001') }]))).toEqual(['wrong']);
    const [found] = checkWebhooks(local, []);
    expect(found?.mend).toContain('acme listen --forward-to http://localhost:3000/api/webhooks/payments');
  });

  test('every problem is reported at once', () => {
    const found = checkWebhooks(patient, [{ ...endpoint, enabled: false, events: ['paid'], payload: 'thin' }]);
    expect(levels(found)).toEqual(['wrong', 'wrong', 'wrong']);
    expect(found.map(({ says }) => says).join()).toMatch(
      /is disabled.*1 of the 2 required events.*: failed\..*style thin/,
    );
  });

  test("the signature header is the provider's own", () => {
    expect(checkSignatureHeader(patient)).toEqual([]);
    expect(checkSignatureHeader({ ...patient, diagnosis: { ...diagnosis, signatureHeader: null } })).toEqual([]);
    expect(checkSignatureHeader({ ...patient, signatureHeader: 'x-signature' })).toMatchObject([
      { level: 'wrong', mend: 'Set ACME_SIGNATURE_HEADER=acme-signature.' },
    ]);
  });
});

test('a feature without a portal setting is fine', () => {
  expect(checkPortal(patient, { cancel: null, cardUpdate: null, planSwitch: true }).level).toBe('ok');
  expect(checkPortal(patient, { cancel: null, cardUpdate: false, planSwitch: false })).toMatchObject({
    level: 'wrong',
    says: "Acme Pay's portal does not let users replace a card, switch plans.",
  });
});

describe('automatic refunds', () => {
  const ran = { at: '2026-11-22', apiVersion: '2', differing: 0 };
  test.each([
    ['never seen at the company', {}, ['look']],
    ['seen with another version', { lastRun: { ...ran, apiVersion: '1' } }, ['look']],
    ['seen with this version', { lastRun: ran }, ['ok']],
    ['only reported', { endsDuplicates: false }, []],
    ['at the sandbox', { isSandbox: true }, []],
  ])('%s', (_name, given, expected) => {
    const found = checkLastRun({ ...patient, ...given });
    expect(levels(found)).toEqual(expected);
    if (expected[0] === 'look') expect(found[0]?.says).toContain('never ran there with API version 2.');
  });
});

describe('mails before a charge', () => {
  const ends = { cancelPage: true, withdrawalDays: 14, reminders: { trial: 3, year: 30 } };
  const off = { ...ends, reminders: { trial: 0, year: 0 } };
  const ours = { ends, outbox: { queue: async () => {} }, hasAccounts: true };
  const none = { trial: false, renewal: false };
  const both = { trial: true, renewal: true };

  test.each([
    [
      'ours alone',
      ours,
      none,
      'ok',
      /3 days before a trial ends and 30 days before a yearly renewal.*merchant of record/,
    ],
    ['theirs too', ours, both, 'look', /Acme Pay mails them too, before a trial ends and before a renewal/],
    ['theirs unknown', ours, null, 'look', /This service mails people 3 days/],
    ['theirs alone', { ...ours, ends: off }, both, 'ok', /REMINDERS=off.*Acme Pay mails people before a trial ends/],
    ['nobody', { ...ours, ends: off }, none, 'look', /mails nobody before a charge: REMINDERS=off/],
    ['no mail server', { ...ours, outbox: null }, none, 'look', /MAIL_URL is not set/],
    ['a login elsewhere', { ...ours, hasAccounts: false }, null, 'look', /people sign in elsewhere/],
  ] as const)('%s', (...[, mailing, theirs, level, says]) => {
    expect(checkMails(patient, mailing, theirs)).toMatchObject({ level, says: expect.stringMatching(says) });
  });
});
