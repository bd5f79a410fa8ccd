import { DELETED, endAndMark, finishErasure } from '../accounts/eraseUser.ts';
import type { Billing } from '../context.ts';

/** User ids of a text: one a line, or the service's own log lines, of which only those about a deletion count. */
export function readErased(text: string): string[] {
  const ids = text.split('\n').map((line) => idIn(line.trim()));
  return [...new Set(ids.filter((id) => id !== ''))];
}

function idIn(line: string): string {
  if (!line.startsWith('{')) return line;
  try {
    const { msg, userId } = JSON.parse(line) as { msg?: unknown; userId?: unknown };
    return msg === DELETED && typeof userId === 'string' ? userId : '';
  } catch {
    return '';
  }
}

/** Deletes the accounts that were deleted since the backup. Safe to repeat. Resolves to how many the backup had. */
export async function repeatErasures(billing: Billing, userIds: readonly string[]): Promise<number> {
  const { user } = billing.database.prisma;
  let repeated = 0;
  for (const id of userIds) {
    const isThere = (await user.count({ where: { id } })) > 0;
    await endAndMark(billing, id);
    await user.deleteMany({ where: { id } });
    await finishErasure(billing, id);
    if (isThere) repeated += 1;
  }
  return repeated;
}
