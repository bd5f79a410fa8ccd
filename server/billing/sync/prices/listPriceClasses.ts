import type { PriceClass } from '../../../plans/priceClass.ts';
import type { With } from '../../context.ts';
import { liveInSql } from '../../records/subscription.ts';

export interface ClassifiedPrice {
  /** Of a price; of a product only where the settings name it to be ignored. */
  id: string;
  class: PriceClass['class'];
  /** null: it has none here. */
  plan: string | null;
  /** Users with a live subscription; null: those of ignored prices are not recorded. */
  payers: number | null;
  /** To be ignored, and not ignored because payers of it have a plan here. */
  notIgnored: boolean;
}

const PAYERS = `SELECT "priceId" AS id, count(DISTINCT "userId")::int AS payers FROM subscription s
  WHERE provider = $1 AND "priceId" IS NOT NULL AND ${liveInSql('s')} GROUP BY 1`;

const classes = ['ours', 'ignored', 'unclassified'] as const;

/** Every price of the provider that the settings, the records or the provider named, with the number of its payers. */
export async function listPriceClasses(
  { database, prices }: With<'database' | 'prices'>,
  provider: string,
): Promise<ClassifiedPrice[]> {
  const { rows } = await database.pool.query<{ id: string; payers: number }>(PAYERS, [provider]);
  const paid = new Map(rows.map(({ id, payers }) => [id, payers]));
  const toIgnore = prices.toIgnore().get(provider) ?? [];
  const refused = (prices.notIgnored() ?? []).filter((each) => each.provider === provider);
  const named = [...prices.listed(provider), ...prices.stored(provider)].map(({ id }) => id);
  const all = [...new Set([...named, ...toIgnore, ...paid.keys()])].map((id): ClassifiedPrice => {
    const found = prices.classOf(provider, id);
    const notIgnored = refused.find((each) => each.id === id);
    const payers = found.class === 'ignored' ? null : (notIgnored?.payers ?? paid.get(id) ?? 0);
    const plan = found.class === 'ours' ? found.plan : null;
    return { id, class: found.class, plan, payers, notIgnored: notIgnored !== undefined };
  });
  return all.toSorted((a, b) => classes.indexOf(a.class) - classes.indexOf(b.class));
}
