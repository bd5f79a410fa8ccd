import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PaymentUpdateResult, RefundKind, RefundResult, RefundStatus } from '../../adapters/returned.ts';
import { MemoryRecords } from '../../testing/events/memoryRecords.ts';
import { inMemory } from '../../testing/events/randomSteps.ts';
import { eventOf, failure, instant, lived, paymentId, success, time } from '../../testing/events/toldEvents.ts';
import { recordId } from '../records/recordId.ts';
import type { ProviderEvent } from './event.ts';

const usd = (minorUnits: number) => ({ minorUnits, currency: 'usd' });
const paid = (at = 0) => success(at, { amount: usd(990) });

function told(at: number | null, said: PaymentUpdateResult): ProviderEvent {
  return eventOf({ at, type: null, user: '', paymentUpdate: { providerPaymentId: 'p', ...said } });
}

const COUNTING: readonly RefundStatus[] = ['pending', 'succeeded', 'lost'];

function resultOf(status: RefundStatus, { id = 'r', minor = 300, kind = 'refund' as RefundKind } = {}): RefundResult {
  return { providerRefundId: id, kind, status, counts: COUNTING.includes(status), amount: usd(minor) };
}
const refund = (at: number, ...[status, of]: Parameters<typeof resultOf>) => told(at, { refund: resultOf(status, of) });
const another = (at: number, status: RefundStatus) => refund(at, status, { id: 'q', minor: 200 });
const dispute = (at: number, status: RefundStatus, minor = 990) =>
  refund(at, status, { id: 'd', minor, kind: 'dispute' });
const total = (at: number | null, minor: number) => told(at, { refundedTotal: usd(minor) });

test.each<[string, ProviderEvent[], string, string]>([
  ['a part', [paid(), refund(1, 'succeeded')], 'partially_refunded', '3.00'],
  ['two parts', [paid(), refund(1, 'succeeded'), another(2, 'pending')], 'partially_refunded', '5.00'],
  ['all of it', [paid(), refund(1, 'succeeded', { minor: 990 })], 'refunded', '9.90'],
  ['a refund that failed', [paid(), refund(1, 'pending'), refund(2, 'failed')], 'succeeded', '0.00'],
  ['one that was taken back', [paid(), refund(1, 'pending'), refund(2, 'canceled')], 'succeeded', '0.00'],
  ['a total that is larger', [paid(), refund(1, 'succeeded'), total(1, 500)], 'partially_refunded', '5.00'],
  [
    'a total that is smaller',
    [paid(), refund(1, 'succeeded', { minor: 600 }), total(1, 500)],
    'partially_refunded',
    '6.00',
  ],
  [
    'a total that a failed refund was in',
    [paid(), refund(1, 'pending'), total(1, 300), refund(2, 'failed')],
    'succeeded',
    '0.00',
  ],
  [
    'a total from before a refund that failed',
    [paid(), total(1, 300), refund(2, 'pending'), refund(3, 'failed')],
    'partially_refunded',
    '3.00',
  ],
  [
    'a total of the instant in which a refund failed',
    [paid(), refund(1, 'pending'), refund(2, 'failed'), total(2, 300)],
    'partially_refunded',
    '3.00',
  ],
  [
    'a refund that failed, begun after the total of another',
    [paid(), refund(1, 'succeeded'), total(2, 500), another(3, 'pending'), another(4, 'failed')],
    'partially_refunded',
    '5.00',
  ],
  ['a total without any refund', [paid(), total(1, 990)], 'refunded', '9.90'],
  ['a later total that is smaller', [paid(), total(1, 500), total(2, 300)], 'partially_refunded', '3.00'],
  ['an older total that is larger', [paid(), total(2, 300), total(1, 500)], 'partially_refunded', '3.00'],
  ['two totals of one instant', [paid(), total(1, 300), total(1, 500)], 'partially_refunded', '5.00'],
  ['the same, told the other way round', [paid(), total(1, 500), total(1, 300)], 'partially_refunded', '5.00'],
  ['a total of a snapshot', [paid(), total(1, 300), total(null, 500)], 'partially_refunded', '5.00'],
  [
    'a total in another currency',
    [paid(), told(1, { refundedTotal: { minorUnits: 990, currency: 'eur' } })],
    'succeeded',
    '0.00',
  ],
  [
    'a refund in another currency',
    [paid(), told(1, { refund: { ...resultOf('succeeded'), amount: { minorUnits: 300, currency: 'eur' } } })],
    'succeeded',
    '0.00',
  ],
  ['an open dispute', [paid(), dispute(1, 'open')], 'disputed', '0.00'],
  ['a dispute that was won', [paid(), dispute(1, 'open'), dispute(2, 'won')], 'succeeded', '0.00'],
  [
    'one after a refund',
    [paid(), refund(1, 'succeeded'), dispute(1, 'open'), dispute(2, 'won')],
    'partially_refunded',
    '3.00',
  ],
  [
    'one that was lost',
    [paid(), refund(1, 'succeeded'), dispute(1, 'open', 690), dispute(2, 'lost', 690)],
    'disputed',
    '9.90',
  ],
])('%s', (...[, events, status, amountRefunded]) => {
  const { payment } = lived(...events);
  expect(payment).toMatchObject({ status, amountRefunded, amount: '9.90', currency: 'usd', type: 'subscription' });
});

const second = (status: RefundStatus) => refund(3, status, { id: 'd2', kind: 'dispute' });
test.each<[string, ProviderEvent[], string | null, boolean]>([
  ['a refund', [refund(1, 'succeeded')], null, false],
  ['an open one', [dispute(1, 'open')], 'open', true],
  ['one that was won', [dispute(1, 'open'), dispute(2, 'won')], 'won', false],
  ['one that was lost', [dispute(1, 'open'), dispute(2, 'lost')], 'lost', true],
  ['a won and an open one', [dispute(2, 'won'), second('open')], 'open', true],
  ['a lost and an open one', [dispute(2, 'lost'), second('open')], 'lost', true],
  ['a won one beside a lost refund', [dispute(2, 'won'), refund(3, 'lost')], 'won', false],
])('the dispute of a payment with %s', (...[, events, worst, disputed]) => {
  expect(lived(paid(), ...events).payment).toMatchObject({ dispute: worst, disputed });
});

test('each change is a version; what a later event repeats is none', () => {
  const stepsOf = (...events: ProviderEvent[]) => {
    const { payment, records } = lived(...events);
    return [payment?.version, ...[...records.refunds.values()].map(({ version }) => version)];
  };
  expect(stepsOf(paid(), refund(1, 'pending'), refund(2, 'succeeded'))).toEqual([3, 2]);
  expect(stepsOf(paid(), refund(1, 'pending'), refund(2, 'succeeded'), refund(1, 'pending'))).toEqual([3, 2]);
  const noted = told(1, { reference: 'pi', receiptUrl: 'https://example.com/r' });
  expect(stepsOf(paid(), noted, told(2, { reference: 'pi', receiptUrl: 'https://example.com/r' }))).toEqual([2]);
});

test('the first receipt and the first other name stay', () => {
  const named = (at: number, name: string) => told(at, { reference: name, receiptUrl: `https://example.com/${name}` });
  const first = { receiptUrl: 'https://example.com/pi', referenceId: recordId('payment', 'alpha', 'pi') };
  expect(lived(paid(), named(1, 'pi'), named(2, 'q')).payment).toMatchObject(first);
});

test('a refund began when it was created, else when it was first told; an older word moves only that', () => {
  const begunAt = (...events: ProviderEvent[]) => [...lived(paid(), ...events).records.refunds.values()][0];
  const created = told(3, { refund: { ...resultOf('pending'), createdAt: time(1) } });
  expect(begunAt(created)).toMatchObject({ at: instant(1), status: 'pending' });
  expect(begunAt(refund(3, 'succeeded'), refund(2, 'pending'))).toMatchObject({ at: instant(2), status: 'succeeded' });
});

describe('a refund or dispute of an unknown payment', () => {
  test('waits for the payment, and is looked up if only a reference names it', () => {
    const early = refund(1, 'succeeded');
    expect(lived(early).last).toMatchObject({
      outcome: 'unmatched',
      refetch: false,
      reason: 'its payment is not known yet',
    });
    expect(lived(early, paid()).payment).toMatchObject({ status: 'partially_refunded' });
    const nameless = told(1, { providerPaymentId: undefined, reference: 'pi', refundedTotal: usd(990) });
    expect(lived(nameless).last).toMatchObject({ outcome: 'unmatched', refetch: true });
  });

  const byReference = told(2, { providerPaymentId: undefined, reference: 'pi', refundedTotal: usd(990) });
  const link = told(1, { reference: 'pi' });
  test.each([
    ['the payment itself', [byReference, success(0, { amount: usd(990), reference: 'pi' })]],
    ['an event after it', [byReference, paid(), link]],
    ['an event before it', [link, byReference, paid()]],
    ['a later word of the payment', [byReference, paid(), success(1, { reference: 'pi' })]],
  ])('is found by its reference, which %s reports', (_by, events) => {
    const { payment, records } = lived(...events);
    expect(payment).toMatchObject({ status: 'refunded', referenceId: recordId('payment', 'alpha', 'pi') });
    expect([...records.ledger.values()].filter(({ outcome }) => outcome === 'unmatched')).toEqual([]);
  });
});

test('a duplicate and an older event change nothing', () => {
  const events = [paid(), refund(2, 'failed')];
  expect(lived(...events, refund(1, 'succeeded')).payment).toMatchObject({
    status: 'succeeded',
    amountRefunded: '0.00',
  });
  expect(lived(...events, total(1, 300), total(0, 500)).last).toMatchObject({ outcome: 'stale' });
  expect(lived(...events, events[1] as ProviderEvent).last).toMatchObject({ outcome: 'duplicate' });
});

test('a refund changes no subscription', () => {
  const state = eventOf({ at: 0, customer: {}, subscription: { status: 'active' } });
  const before = lived(state, paid()).subscription;
  const after = lived(state, paid(), refund(1, 'succeeded', { minor: 990 }), dispute(2, 'open')).subscription;
  expect(after).toMatchObject({ status: 'active', version: before?.version });
});

const { seed, numRuns } = inMemory;
const seconds = fc.integer({ min: 1, max: 5 });
const minor = fc.constantFrom(100, 300, 690, 990);
const life: Record<RefundKind, readonly RefundStatus[][]> = {
  refund: [
    ['succeeded'],
    ['pending', 'succeeded'],
    ['pending', 'failed'],
    ['pending', 'canceled'],
    ['succeeded', 'failed'],
  ],
  dispute: [['open'], ['open', 'won'], ['open', 'lost'], ['open', 'open']],
};
const oneLife = (kind: RefundKind) =>
  fc
    .record({ begun: seconds, steps: fc.constantFrom(...life[kind]), amount: minor })
    .map((drawn) => ({ kind, ...drawn }));
const lives = fc.array(fc.oneof(oneLife('refund'), oneLife('refund'), oneLife('dispute')), { maxLength: 4 });

/** All events about one payment, in the provider's order. */
const histories = fc
  .record({
    failedFirst: fc.boolean(),
    linked: fc.boolean(),
    lives,
    totals: fc.array(fc.tuple(seconds, minor), { maxLength: 3 }),
  })
  .map(({ failedFirst, linked, lives: drawn, totals }): ProviderEvent[] => [
    ...(failedFirst ? [failure(-1, { amount: usd(990) })] : []),
    success(0, { amount: usd(990), reference: linked ? 'pi' : undefined }),
    ...(linked ? [] : [told(1, { reference: 'pi' })]),
    ...drawn.flatMap(({ kind, begun, steps, amount }, index) =>
      steps.map((status, step) => {
        const said = refund(begun + step, status, { id: `${kind}${index}`, minor: amount, kind });
        return index % 2 === 0 ? said : byReferenceAlone(said);
      }),
    ),
    ...totals.map(([at, amount]) => total(at, amount)),
  ]);

function byReferenceAlone(event: ProviderEvent): ProviderEvent {
  const id = recordId('payment', 'alpha', 'pi');
  return { ...event, paymentUpdate: event.paymentUpdate && { ...event.paymentUpdate, id, unlinked: 'pi' } };
}

/** What must be the same in every order; our own clocks and counters are left out. */
function outcomeOf(events: readonly ProviderEvent[]) {
  const records = new MemoryRecords();
  for (const event of events) records.apply(event);
  const payment = records.payments.get(paymentId);
  const strip = ({ createdAt, updatedAt, version, ...kept }: object & Record<string, unknown>) => kept;
  const refunds = [...records.refunds.values()].sort((a, b) => (a.id < b.id ? -1 : 1)).map(strip);
  return { payment: payment && strip(payment), refunds };
}

test(`any order, with every event twice, ends like the provider's own order (seed ${seed})`, () => {
  const shuffled = histories.chain((events) =>
    fc.record({
      events: fc.constant(events),
      order: fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2 }),
    }),
  );
  const holds = fc.property(shuffled, ({ events, order }) => {
    expect(outcomeOf(order)).toEqual(outcomeOf(events));
  });
  fc.assert(holds, { seed, numRuns: Math.min(numRuns, 500) });
});
