import type { With } from '../context.ts';

const AT_ONCE = 5_000;

/** Why ledger events have their outcomes, by row id; an outcome that needs no reason is absent. */
export async function reasonsOf({ database }: With<'database'>, ids: readonly string[]): Promise<Map<string, string>> {
  const reasons = new Map<string, string>();
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const id = { in: ids.slice(at, at + AT_ONCE).map(BigInt) };
    const select = { id: true, reason: true, error: true };
    const rows = await database.prisma.webhookEvent.findMany({ where: { id }, select });
    for (const row of rows) {
      const reason = row.error ?? row.reason;
      if (reason) reasons.set(`${row.id}`, reason);
    }
  }
  return reasons;
}
