import { expect, test } from 'vitest';
import { type DeskAnswers, needsOf } from './needs.ts';

const calm: DeskAnswers = {
  requests: [],
  duplicates: [],
  moneyBack: [],
  returns: [],
  sharedAddresses: [],
  jobs: { jobs: [], setAside: [], waiting: [], waitingDays: 365 },
  drift: null,
};

/** Only what the rule reads. */
const desk = (parts: { [Name in keyof DeskAnswers]?: unknown }) => ({ ...calm, ...parts }) as DeskAnswers;

const money = (state: string, kind = 'second subscription', at = '2026-11-20T00:00:00.000Z') => ({ kind, state, at });

test('an empty desk needs nobody', () => {
  expect(needsOf(calm)).toEqual([]);
  const settled = desk({
    requests: [{ receivedAt: '2026-11-01', closedAt: '2026-11-02' }],
    returns: [{ kind: 'upgrade', at: '2026-11-01' }],
    moneyBack: [money('done'), money('reported'), money('refunding')],
    jobs: {
      jobs: [{ failures: 0 }],
      setAside: [],
      waiting: [{ outcome: 'failed', count: 0, oldestAt: null }],
      waitingDays: 365,
    },
    drift: { startedAt: '2026-11-01', drifts: [{ fixed: true }] },
  });
  expect(needsOf(settled)).toEqual([]);
});

test('each cause is one line with its number and the time of its oldest; what costs somebody comes first', () => {
  const busy = desk({
    requests: [{ receivedAt: '2026-11-05', closedAt: null }],
    returns: [
      { kind: 'dispute', at: '2026-11-07' },
      { kind: 'dispute', at: '2026-11-03' },
    ],
    duplicates: [{ foundAt: '2026-11-04' }],
    moneyBack: [money('held', undefined, '2026-11-02'), money('reported', 'paid after deletion', '2026-11-01')],
    sharedAddresses: [{ at: '2026-11-09' }],
    jobs: {
      jobs: [{ failures: 2, succeededAt: null }],
      setAside: [{ since: '2026-11-08' }],
      waiting: [
        { outcome: 'unmatched', count: 3, oldestAt: '2026-11-10' },
        { outcome: 'failed', count: 10_000, oldestAt: '2026-11-11' },
      ],
      waitingDays: 365,
    },
    drift: { startedAt: '2026-11-12', drifts: [{ fixed: false }, { fixed: true }] },
  });
  expect(needsOf(busy).map(({ kind, count, since, tone }) => [kind, count, since, tone])).toEqual([
    ['disputes', 2, '2026-11-03', 'danger'],
    ['duplicates', 1, '2026-11-04', 'danger'],
    ['requests', 1, '2026-11-05', 'danger'],
    ['held', 1, '2026-11-02', 'danger'],
    ['failed', 10_000, '2026-11-11', 'danger'],
    ['late', 1, '2026-11-01', 'warning'],
    ['failing', 1, null, 'warning'],
    ['aside', 1, '2026-11-08', 'warning'],
    ['differences', 1, '2026-11-12', 'warning'],
    ['shared', 1, '2026-11-09', 'warning'],
    ['unmatched', 3, '2026-11-10', 'warning'],
  ]);
});
