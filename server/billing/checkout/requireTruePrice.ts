import type { Adapter, Price } from '../../adapters/adapter.ts';
import type { With } from '../context.ts';

/** Refuses to sell at a price that differs from the displayed one. Throws an Error that names both. */
export function requireTruePrice(
  { prices }: With<'prices'>,
  { provider }: Adapter,
  { plan, interval }: Omit<Price, 'id'>,
): void {
  const price = prices.listed(provider).find((listed) => listed.plan === plan && listed.interval === interval);
  const difference = price && prices.difference(provider, price);
  if (!difference) return;
  throw new Error(
    `${plan} is not sold: it is shown as ${difference.ours}, and ${provider} charges ${difference.theirs}`,
  );
}
