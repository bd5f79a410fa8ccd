import type { WebhookEvent, WebhookResult } from '../../adapters/adapter.ts';
import type { Pool } from '../../database/client.ts';
import { applyEvents } from './applyEvents.ts';
import { toEventWrite, type WriteInput } from './eventWrite.ts';
import { createLookAgain } from './lookAgain.ts';

/** How the stored bodies of random events are read. */
export type Reader = (body: string) => { event: WebhookEvent; result: WebhookResult };

/** The way in which events were applied until now: one large statement. */
export function createOracle(pools: readonly [Pool, Pool], read: Reader) {
  const looks = pools.map((pool) => createLookAgain(pool));

  async function reapply(place: 0 | 1, ledgerId: string) {
    const { rows } = await pools[place].query('SELECT body, "eventId" FROM webhook_event WHERE id = $1', [ledgerId]);
    const body = rows[0].body as string;
    const { event, result } = read(body);
    return write(place, {
      event: { ...event, id: rows[0].eventId },
      result,
      findsBuyersByAddress: event.provider === 'beta',
      ...presetOf(event, result),
      body: Buffer.from(body),
      replay: true,
    });
  }

  async function write(place: 0 | 1, input: WriteInput) {
    const [applied] = await applyEvents(pools[place], [toEventWrite(input)]);
    if (!applied) throw new Error('nothing applied');
    return applied;
  }

  async function applyWaiting(place: 0 | 1, recordIds: readonly string[]) {
    const tried = new Set<string>();
    for (let ids = [...new Set(recordIds)]; ids.length > 0; ) {
      const due = (await (looks[place] as (typeof looks)[0])(ids)).filter((id) => !tried.has(id));
      const further = new Set<string>();
      for (const id of due) {
        tried.add(id);
        const result = await reapply(place, id);
        if (result.outcome === 'applied') for (const next of result.lookAgain) further.add(next);
      }
      ids = [...further];
    }
  }

  return {
    async apply(place: 0 | 1, input: WriteInput) {
      const applied = await write(place, input);
      await applyWaiting(place, applied.lookAgain);
      return applied;
    },
    async replay(place: 0 | 1, ledgerId: string) {
      const applied = await reapply(place, ledgerId);
      await applyWaiting(place, applied.lookAgain);
      return applied;
    },
  };
}

export function presetOf(
  event: WebhookEvent,
  result: WebhookResult,
): Pick<WriteInput, 'preset' | 'reason' | 'error' | 'result'> {
  if (event.type === null) return { preset: 'ignored', reason: 'unknown type', result: undefined };
  if (result.error) return { preset: 'failed', error: result.error, result: undefined };
  const isEmpty = !result.customer && !result.subscription && !result.payment;
  const reason = result.ignored ?? (isEmpty ? 'nothing to apply' : undefined);
  return reason ? { preset: 'ignored', reason } : {};
}
