import { DELETED, endAndMark, finishErasure } from '../accounts/eraseUser.ts';
import type { Billing } from '../context.ts';

/**
 * User ids of a text: one a line, or the service's own log lines, of which only those about a deletion count, also as
 * collectors of logs keep them: behind a prefix, or inside an object of their own. Throws where a deletion can't be read:
 * whoever it names would be back.
 */
export function readErased(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  const isLog = lines.some((line) => line.includes('{'));
  const ids = lines.map((line, index) => {
    const id = line.includes('{') ? idInLog(line) : /\s/.test(line) ? null : line;
    if (id === null && (!isLog || line.includes(DELETED)))
      throw new Error(`Line ${index + 1} of the deletions is neither a user id nor a line of the service's log`);
    return id ?? '';
  });
  return [...new Set(ids.filter((id) => id !== ''))];
}

/** Empty: it is about something else; null: it can't be read. */
function idInLog(line: string): string | null {
  const json = line.slice(line.indexOf('{'), line.lastIndexOf('}') + 1);
  try {
    const told = JSON.parse(json) as Record<string, unknown>;
    if (told.msg === DELETED) return typeof told.userId === 'string' ? told.userId : '';
    const inner = Object.values(told).find((value) => typeof value === 'string' && value.includes(`"${DELETED}"`));
    return inner === undefined ? '' : idInLog(inner as string);
  } catch {
    return null;
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
