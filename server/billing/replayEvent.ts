import { AppError } from '../errors.ts';
import type { Applied } from './applyEvents.ts';
import type { Billing } from './context.ts';
import { processEvent } from './processEvent.ts';

/**
 * Applies an event of the ledger once more, from its stored body; the order rule guards the records as ever.
 * Throws AppError not_found when the ledger lacks the row, its body or its provider's adapter.
 */
export async function replayEvent(billing: Billing, ledgerId: string): Promise<Applied> {
  const row = await billing.database.prisma.webhookEvent.findUnique({ where: { id: BigInt(ledgerId) } });
  const adapter = row ? billing.adapters.get(row.provider) : undefined;
  if (!row?.body || !adapter) throw new AppError('not_found');
  const body = Buffer.from(row.body);
  const event = adapter.toEvent({ body, headers: {}, signature: '', now: 0 }, JSON.parse(row.body));
  return billing.writer.apply(processEvent(adapter, { ...event, id: row.eventId }, { body: row.body, replay: true }));
}
