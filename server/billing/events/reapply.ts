import { AppError } from '../../errors.ts';
import type { With } from '../context.ts';
import type { Applied } from './applyBatch.ts';
import { type BodyPlace, readBodies } from './bodies/bodies.ts';
import { readEvent, readUnsigned } from './judgeEvent.ts';

const READ = {
  name: 'stored-event',
  text: 'SELECT id, provider, "eventId", "receivedAt", body FROM webhook_event WHERE id = $1',
};

interface Stored extends BodyPlace {
  provider: string;
  eventId: string;
}

/** Applies a ledger event again from its stored body, without the follow-up work. */
export async function reapply(billing: With<'adapters' | 'database' | 'queue'>, ledgerId: string): Promise<Applied> {
  const { webhookPool } = billing.database;
  const { rows } = await webhookPool.query<Stored>({ ...READ, values: [ledgerId] });
  const [row] = rows;
  const adapter = row ? billing.adapters.get(row.provider) : undefined;
  const text = row && (await readBodies(webhookPool, [row])).get(ledgerId);
  if (!row || !text || !adapter) throw new AppError('not_found');
  const { event, body } = readUnsigned(adapter, text);
  return billing.queue.apply(await readEvent(adapter, { ...event, id: row.eventId }, { body, replay: true }));
}
