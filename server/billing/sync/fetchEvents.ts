import type { Adapter, WebhookEvent } from '../../adapters/adapter.ts';
import { isRefusal } from '../../database/sqlState.ts';
import type { Applying, With } from '../context.ts';
import { applyEvent } from '../events/applyEvent.ts';
import { readEvent, readUnsigned } from '../events/judgeEvent.ts';
import { toInstant } from '../records/instant.ts';
import type { KeptOutcome } from '../records/outcome.ts';
import { sharedPace } from './pace/pace.ts';
import { pacedAdapter } from './pace/pacedAdapter.ts';

export interface FetchedEvent {
  id: string;
  type: string | null;
  /** ISO 8601: when it happened at the provider. */
  occurredAt: string | null;
  outcome: KeptOutcome;
  why: string | null;
}

export interface Fetched {
  /** How many events the provider listed. */
  shown: number;
  /** Of these, the ledger holds this many. */
  known: number;
  /** Of these, this many change no record and were not stored. */
  ignored: number;
  /** The others, oldest first. */
  events: FetchedEvent[];
}

interface FetchOptions {
  adapter: Adapter & Required<Pick<Adapter, 'listEvents'>>;
  since: Date;
  signal: AbortSignal;
}

interface SignedEvent {
  event: WebhookEvent;
  body: Buffer;
}

/** Asks the provider for all events since a time, and applies those that never arrived or that failed. */
export async function fetchEvents(billing: Applying, options: FetchOptions): Promise<Fetched> {
  const { missing, shown } = await listMissing(billing, options);
  const events: FetchedEvent[] = [];
  for (const told of missing.toReversed().toSorted((a, b) => timeOf(a).localeCompare(timeOf(b)))) {
    options.signal.throwIfAborted();
    const applied = await apply(billing, options.adapter, told);
    if (applied) events.push(applied);
  }
  return {
    shown,
    known: shown - missing.length,
    ignored: missing.length - events.length,
    events: await asNow(billing, options, events),
  };
}

/** What came before its record was unmatched only for a moment. */
async function asNow({ database }: With<'database'>, { adapter: { provider } }: FetchOptions, events: FetchedEvent[]) {
  const waiting = events.filter(({ outcome }) => outcome === 'unmatched').map(({ id }) => id);
  if (waiting.length === 0) return events;
  const rows = await database.prisma.webhookEvent.findMany({ where: { provider, eventId: { in: waiting } } });
  const now = new Map(
    rows.map(({ eventId, outcome, error, reason }) => [
      eventId,
      { outcome: outcome as KeptOutcome, why: error ?? reason },
    ]),
  );
  return events.map((event) => ({ ...event, ...now.get(event.id) }));
}

async function listMissing(billing: With<'database'>, { adapter, since, signal }: FetchOptions) {
  const pace = sharedPace(billing.database.jobPool, { provider: adapter.provider, perSecond: adapter.reconcileRate });
  const { listEvents = adapter.listEvents } = pacedAdapter(adapter, { pace, signal });
  const seen = new Set<string>();
  const missing: SignedEvent[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await listEvents(since.toISOString(), { cursor });
    // A company that lists deliveries shows an event once for each.
    const told = page.items
      .map(({ body, headers }) => readUnsigned(adapter, body, headers))
      .filter(({ event }) => !seen.has(event.id));
    for (const { event } of told) seen.add(event.id);
    const unique = new Map(told.map((each) => [each.event.id, each]));
    const known = await knownOf(billing, adapter, [...unique.keys()]);
    missing.push(...[...unique.values()].filter(({ event }) => !known.has(event.id)));
    cursor = page.nextCursor;
    if (cursor === undefined) return { missing, shown: seen.size };
  }
}

/** What failed is tried again, as if the provider had repeated it. */
async function knownOf(
  { database }: With<'database'>,
  { provider }: Adapter,
  ids: string[],
): Promise<ReadonlySet<string>> {
  const where = { provider, eventId: { in: ids }, outcome: { not: 'failed' } };
  const rows = await database.prisma.webhookEvent.findMany({ where, select: { eventId: true } });
  return new Set(rows.map(({ eventId }) => eventId));
}

/** null: it changes no record. */
async function apply(billing: Applying, adapter: Adapter, { event, body }: SignedEvent): Promise<FetchedEvent | null> {
  const { id, type, nativeType, occurredAt } = event;
  const told = { id, type: nativeType ?? type, occurredAt };
  const facts = await readEvent(adapter, event, { body });
  if (facts.verdict?.outcome === 'ignored') return null;
  try {
    const { outcome, ledgerId } = await applyEvent(billing, facts);
    if (outcome === 'duplicate') return null;
    const where = { id: BigInt(ledgerId) };
    const row = await billing.database.prisma.webhookEvent.findUnique({ where, select: { reason: true, error: true } });
    return { ...told, outcome, why: row?.error ?? row?.reason ?? null };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { ...told, outcome: 'failed', why: 'the database refused it' };
  }
}

/** With microseconds: a purchase produces several events within a millisecond. */
function timeOf({ event: { occurredAt } }: SignedEvent): string {
  return occurredAt === null ? '' : toInstant(occurredAt);
}
