import { AppError } from '../../errors.ts';
import type { Billing } from '../context.ts';
import type { Applied } from './applyEvents.ts';
import { processEvent } from './processEvent.ts';

/** Applies an event of the ledger once more, from its stored body, without looking at what that made possible. */
export async function reapply(billing: Billing, ledgerId: string): Promise<Applied> {
  const row = await billing.database.prisma.webhookEvent.findUnique({ where: { id: BigInt(ledgerId) } });
  const adapter = row ? billing.adapters.get(row.provider) : undefined;
  if (!row?.body || !adapter) throw new AppError('not_found');
  const body = Buffer.from(row.body);
  const event = adapter.toEvent({ body, headers: {}, signature: '', now: 0 }, JSON.parse(row.body));
  const write = processEvent(adapter, { ...event, id: row.eventId }, { body, replay: true });
  return billing.writer.apply(write);
}
