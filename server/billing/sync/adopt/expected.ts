import type { BillingUser, With } from '../../context.ts';

/** Customers of the active provider that an import gave to whoever proves this address, by the provider's id. */
export async function expectedOf(
  { adapter, database }: With<'adapter' | 'database'>,
  email: string,
): Promise<string[]> {
  const where = { provider: adapter.provider, email: email.toLowerCase() };
  const rows = await database.prisma.expectedOwner.findMany({ where });
  return rows.map(({ providerCustomerId }) => providerCustomerId);
}

const TAKE = `WITH taken AS (
    UPDATE customer c SET assigned = true FROM expected_owner e
    WHERE e.provider = $1 AND e.email = $2 AND c.provider = e.provider
      AND c."providerCustomerId" = e."providerCustomerId" AND c."userId" = $3 RETURNING e."providerCustomerId")
  DELETE FROM expected_owner e USING taken t WHERE e.provider = $1 AND e."providerCustomerId" = t."providerCustomerId"`;

/** The prover's customers are recorded: nothing is expected of them any more. */
export async function takeExpected(
  { adapter, database }: With<'adapter' | 'database'>,
  { id, email, emailVerified }: Pick<BillingUser, 'id' | 'email' | 'emailVerified'>,
): Promise<void> {
  if (emailVerified && email !== '') await database.pool.query(TAKE, [adapter.provider, email.toLowerCase(), id]);
}
