import type { With } from '../../context.ts';

const DAY_MS = 86_400_000;

/** While an import runs, what people have had for long is found: they are not mailed about it. */
export async function isImporting({ database }: With<'database'>): Promise<boolean> {
  const startedAt = { gt: new Date(Date.now() - DAY_MS) };
  return (await database.prisma.reconcileRun.count({ where: { trigger: 'import', finishedAt: null, startedAt } })) > 0;
}
