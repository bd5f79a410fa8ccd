import type { PrismaClient } from './client.ts';
import type { Audit, Prisma } from './generated/client.ts';

/** The methods that an interactive transaction and the client share. */
type AuditTables = Pick<PrismaClient, 'audit' | 'auditReason'>;

/** Acts of operators and commands on somebody's billing or account, and what a proven address did to accounts. */
type AuditAction =
  | 'move'
  | 'move_undone'
  | 'link'
  | 'address_claimed'
  | 'address_lost'
  | 'address_moved'
  | 'address_kept'
  | 'dispute_ended'
  | 'held_released'
  | 'restore_finished';

export interface AuditEntry {
  action: AuditAction;
  /** `command of <system account>`, an operator's user id, `key <name>`, or `system`. */
  actor: string;
  /** Whose billing or account it was. */
  userId: string;
  /** Who has it since. */
  toUserId?: string;
  /** Ids and numbers only, never an address or a name. */
  details: Prisma.InputJsonObject;
  /** The actor's own words; an erasure blanks them. */
  reason?: string;
}

/** Writes one row, in the transaction of the act itself. Resolves to its id. */
export async function writeAudit(tables: AuditTables, { reason, ...entry }: AuditEntry): Promise<bigint> {
  const { id } = await tables.audit.create({ data: entry, select: { id: true } });
  if (reason) await tables.auditReason.create({ data: { auditId: id, reason } });
  return id;
}

export interface AuditView {
  id: string;
  /** ISO 8601 */
  at: string;
  action: string;
  actor: string;
  userId: string;
  toUserId: string | null;
  details: Prisma.JsonValue;
  /** null: none was given, or an erasure blanked it. */
  reason: string | null;
}

/** The acts on a user's billing, oldest first. */
export async function listAudit({ audit, auditReason }: AuditTables, userId: string): Promise<AuditView[]> {
  const rows = await audit.findMany({ where: { OR: [{ userId }, { toUserId: userId }] }, orderBy: { id: 'asc' } });
  const reasons = await auditReason.findMany({ where: { auditId: { in: rows.map(({ id }) => id) } } });
  const reasonOf = ({ id }: Audit) => reasons.find(({ auditId }) => auditId === id)?.reason || null;
  return rows.map((row) => ({ ...row, id: `${row.id}`, at: row.at.toISOString(), reason: reasonOf(row) }));
}
