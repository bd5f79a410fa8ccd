import type { SubscriptionChange } from '../../adapters/adapter.ts';
import { type Bought, type Ground, saidOf, subscriptionOf } from './ground.ts';
import { impossible, type Row, step } from './rows.ts';

/** Six steps: buy, renew, upgrade, refund and cancel for one buyer, and a failed payment for another. */
export async function liveSix(ground: Ground): Promise<Row[]> {
  const { offers, means } = ground;
  const { low, high } = offers;
  if (!low || !high) return [impossible('buy', 'two plans need a monthly price each')];
  const rows: Row[] = [];
  const failed = await step(ground, 'fail', () => means.fail(ground, low));
  let bought: Bought | undefined;
  const buy = await step(ground, 'buy', async () => {
    bought = await means.buy(ground, low);
    return saidOf(ground, bought);
  });
  rows.push(buy);
  if (bought) rows.push(...(await liveOn(ground, bought)));
  return [...rows, failed];
}

async function liveOn(ground: Ground, bought: Bought): Promise<Row[]> {
  const { means, adapter, offers } = ground;
  const { renew } = means;
  const change = async (asked: SubscriptionChange) => {
    await adapter.changeSubscription(bought.providerSubscriptionId, asked);
    return saidOf(ground, bought);
  };
  const renewed =
    typeof renew === 'string'
      ? impossible('renew', renew)
      : await step(ground, 'renew', async () => {
          const before = await subscriptionOf(ground, bought.providerSubscriptionId);
          await renew(ground, bought);
          const { currentPeriodStart } = await subscriptionOf(ground, bought.providerSubscriptionId);
          const isNext = currentPeriodStart !== undefined && currentPeriodStart === before.currentPeriodEnd;
          return `${await saidOf(ground, bought)}, ${isNext ? 'the next period' : 'NOT THE NEXT PERIOD'}`;
        });
  const refunded = await step(ground, 'refund', async () => {
    const { paymentUpdate } = await means.refund(ground, bought);
    const money = paymentUpdate?.refundedTotal ?? paymentUpdate?.refund?.amount;
    return money ? `${money.minorUnits} ${money.currency}` : 'nothing';
  });
  const plan = offers.high?.plan ?? '';
  return [
    renewed,
    refunded,
    await step(ground, 'upgrade', () => change({ kind: 'change_plan', plan, interval: 'month' })),
    await step(ground, "cancel at the period's end", () => change({ kind: 'cancel_at_period_end' })),
    await step(ground, 'resume', () => change({ kind: 'resume' })),
    await step(ground, 'cancel now', () => change({ kind: 'cancel_now' })),
  ];
}
