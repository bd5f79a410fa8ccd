import { compareStored, followAgain } from '../../access/owners/compareStored.ts';
import type { CustomerDrift } from './compareCustomer.ts';
import { nothing, type Step, type StepContext } from './step.ts';

const AT_ONCE = 500;

const OWNERS = `SELECT DISTINCT "userId" FROM customer
  WHERE provider = $1 AND "userId" > $2 AND ($3::text IS NULL OR "userId" = $3) ORDER BY 1 LIMIT ${AT_ONCE}`;

/** What views and the feed say of the provider's customers' owners, against the records: the provider is not asked. */
export function accessStep({ billing, adapter, run, fix }: StepContext): Step<string[]> {
  const { jobPool } = billing.database;
  return {
    async next(after) {
      const { rows } = await jobPool.query<{ userId: string }>(OWNERS, [adapter.provider, after ?? '', run.userId]);
      return rows.length === 0 ? [] : [rows.map(({ userId }) => userId)];
    },
    keyOf: (owners) => owners.at(-1) ?? '',
    async visit(owners) {
      const found = await compareStored(billing, jobPool, owners);
      const ids = found.map(({ userId }) => userId);
      if (fix) await followAgain(jobPool, ids);
      const place = { class: 'access', providerSubscriptionId: '', providerCustomerId: '', fixed: fix } as const;
      const drifts = found.map(
        ({ userId, stored, computed }): CustomerDrift => ({
          ...place,
          userId,
          about: userId,
          ours: stored || null,
          theirs: computed,
        }),
      );
      return { ...nothing, drifts };
    },
    failure: () => ({ ...nothing, failed: 1 }),
  };
}
