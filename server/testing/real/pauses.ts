import type { SubscriptionChange } from '../../adapters/adapter.ts';
import { type Bought, type Ground, saidOf } from './ground.ts';
import { impossible, type Row, step } from './rows.ts';

/** A buyer pauses, continues, and ends. Where a pause waits for the period's end, it is taken back instead. */
export async function livePause(ground: Ground): Promise<Row[]> {
  const { adapter, means, offers } = ground;
  const { low } = offers;
  if (!low) return [impossible('pause', 'a plan needs a monthly price')];
  let bought: Bought | undefined;
  const buy = await step(ground, 'buy, to pause', async () => {
    bought = await means.buy(ground, low);
    return saidOf(ground, bought);
  });
  if (!bought) return [buy];
  const paused = bought;
  const change = async (asked: SubscriptionChange) => {
    await adapter.changeSubscription(paused.providerSubscriptionId, asked);
    return saidOf(ground, paused);
  };
  const isLater = adapter.changes.pauses === 'period_end';
  return [
    buy,
    await step(ground, 'pause', () => change({ kind: 'pause' })),
    isLater
      ? await step(ground, 'take the pause back', () => change({ kind: 'undo_pause' }))
      : await step(ground, 'continue', () => change({ kind: 'unpause' })),
    await step(ground, 'cancel now, after a pause', () => change({ kind: 'cancel_now' })),
  ];
}
