import { AppError } from '../../errors.ts';
import type { Billing } from '../context.ts';
import type { Applied } from './applyEvents.ts';
import { processEvent } from './processEvent.ts';

const READ = { name: 'stored-event', text: 'SELECT provider, "eventId", body FROM webhook_event WHERE id = $1' };

interface Stored {
  provider: string;
  eventId: string;
  body: string | null;
}

/** Applies an event of the ledger once more, from its stored body, without looking at what that made possible. */
export async function reapply(billing: Billing, ledgerId: string): Promise<Applied> {
  const { webhookPool } = billing.database;
  const { rows } = await webhookPool.query<Stored>({ ...READ, values: [ledgerId] });
  const [row] = rows;
  const adapter = row ? billing.adapters.get(row.provider) : undefined;
  if (!row?.body || !adapter) throw new AppError('not_found');
  const body = Buffer.from(row.body);
  const event = adapter.toEvent({ body, headers: {}, signature: '', now: 0 }, JSON.parse(row.body));
  const write = processEvent(adapter, { ...event, id: row.eventId }, { body, replay: true });
  return billing.writer.apply(write);
}
