import type { DeskOutputs } from '../trpc.ts';

/** What the desk is asked for its list. */
export type DeskAnswers = Pick<
  DeskOutputs,
  'requests' | 'duplicates' | 'moneyBack' | 'returns' | 'sharedAddresses' | 'jobs' | 'drift'
>;

/** One cause, however many things it has: the desk's list is short on a bad day too. */
export interface Need {
  kind: NeedKind;
  count: number;
  /** Of the oldest, ISO 8601; null: not known. */
  since: string | null;
  tone: 'danger' | 'warning';
  /** Where one does something about it. */
  to: string;
}

/** What is there of a kind: of each thing, since when. */
type Find = (desk: DeskAnswers) => (string | null)[];

const DECIDE = '/operator/drift';
const JOBS = '/operator/jobs';

/** What costs somebody money or a plan first. */
const KINDS = {
  disputes: {
    tone: 'danger',
    to: DECIDE,
    find: ({ returns }) => returns.filter(({ kind }) => kind === 'dispute').map(({ at }) => at),
  },
  duplicates: { tone: 'danger', to: DECIDE, find: ({ duplicates }) => duplicates.map(({ foundAt }) => foundAt) },
  requests: {
    tone: 'danger',
    to: DECIDE,
    find: ({ requests }) => requests.filter(({ closedAt }) => closedAt === null).map(({ receivedAt }) => receivedAt),
  },
  held: {
    tone: 'danger',
    to: DECIDE,
    find: ({ moneyBack }) => moneyBack.filter(({ state }) => state === 'held').map(({ at }) => at),
  },
  late: {
    tone: 'warning',
    to: DECIDE,
    find: ({ moneyBack }) =>
      moneyBack.filter(({ kind, state }) => kind === 'paid after deletion' && state === 'reported').map(({ at }) => at),
  },
  failing: {
    tone: 'warning',
    to: JOBS,
    find: ({ jobs }) => jobs.jobs.filter(({ failures }) => failures > 0).map(({ succeededAt }) => succeededAt),
  },
  aside: { tone: 'warning', to: JOBS, find: ({ jobs }) => jobs.setAside.map(({ since }) => since) },
  differences: {
    tone: 'warning',
    to: DECIDE,
    find: ({ drift }) => (drift?.drifts ?? []).filter(({ fixed }) => !fixed).map(() => drift?.startedAt ?? null),
  },
  shared: { tone: 'warning', to: DECIDE, find: ({ sharedAddresses }) => sharedAddresses.map(({ at }) => at) },
} as const satisfies Record<string, Pick<Need, 'tone' | 'to'> & { find: Find }>;

/** Counted by the ledger itself: there may be thousands. */
const WAITING = { failed: 'danger', unmatched: 'warning' } as const;

export type NeedKind = keyof typeof KINDS | keyof typeof WAITING;

export function needsOf(desk: DeskAnswers): Need[] {
  const waiting = desk.jobs.waiting.flatMap(({ outcome, count, oldestAt }) =>
    count > 0
      ? {
          kind: outcome,
          count,
          since: oldestAt,
          tone: WAITING[outcome],
          to: `/operator/deliveries?outcome=${outcome}`,
        }
      : [],
  );
  const found = Object.entries(KINDS).flatMap(([kind, { tone, to, find }]) => {
    const times = find(desk);
    return times.length > 0
      ? { kind: kind as NeedKind, count: times.length, since: times.toSorted(byTime)[0] ?? null, tone, to }
      : [];
  });
  return [...found, ...waiting].toSorted((a, b) => Number(b.tone === 'danger') - Number(a.tone === 'danger'));
}

/** What has no time comes last. */
function byTime(a: string | null, b: string | null): number {
  return (a ?? '~').localeCompare(b ?? '~');
}
