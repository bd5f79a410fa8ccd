import type { With } from '../../context.ts';

/** One that was killed is resumed by then, or people hear what they have to. */
const SILENT_MS = 10 * 60_000;

/** While the account is recorded, what people have had for long is found: they are not mailed about it. */
export async function isImporting({ database }: With<'database'>): Promise<boolean> {
  const movedAt = { gt: new Date(Date.now() - SILENT_MS) };
  const where = { trigger: { in: ['import', 'restore'] }, fix: true, finishedAt: null, movedAt };
  return (await database.prisma.reconcileRun.count({ where })) > 0;
}
