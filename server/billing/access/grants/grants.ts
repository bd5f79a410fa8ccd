import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { AccessGrant } from '../../../database/generated/client.ts';
import { AppError } from '../../../errors.ts';
import { paidPlan } from '../../../plans/catalogue.ts';
import type { With } from '../../context.ts';
import { isGone } from '../../records/gone.ts';
import { timestamp } from '../../records/view.ts';

const why = z.string().trim().min(1).max(500);

export const grantInput = z.strictObject({
  userId: z.string().min(1).max(200),
  plan: z.string().min(1).max(40),
  /** ISO 8601; null: no end. */
  until: timestamp.nullable(),
  reason: why,
});
export const revokeInput = z.strictObject({ id: z.uuid(), reason: why });

/** The operators' view; times in ISO 8601. */
export interface GrantView {
  id: string;
  plan: string;
  /** null: no end. */
  until: string | null;
  reason: string;
  grantedBy: string;
  grantedAt: string;
  /** null: not revoked. */
  revoked: { at: string; by: string; reason: string } | null;
}

/**
 * Grants a plan without a provider. `by` names the operator. Throws AppError: invalid_body if the plan or its end is not
 * possible, unknown_user if the account was deleted: the grant would end with the rest of what is kept of it.
 */
export async function grantPlan(
  billing: With<'announce' | 'database' | 'log' | 'now' | 'plans'>,
  given: z.output<typeof grantInput>,
  by: string,
): Promise<GrantView> {
  const { database, plans, announce, log } = billing;
  const { userId, plan, reason } = given;
  const until = given.until === null ? null : new Date(given.until);
  if (!paidPlan(plans, plan) || (until && until <= billing.now())) throw new AppError('invalid_body');
  if (await isGone(database.pool, userId)) throw new AppError('unknown_user', { text: `${userId} was deleted` });
  const data = { id: randomUUID(), userId, plan, until, reason, grantedBy: by };
  const grant = await database.prisma.accessGrant.create({ data });
  log.info({ userId, plan, until, by }, 'A plan was granted');
  announce(userId);
  return toView(grant);
}

/** Revokes a grant; null: there is no such grant, or it was revoked before. */
export async function revokeGrant(
  { database: { prisma }, announce, log, now }: With<'announce' | 'database' | 'log' | 'now'>,
  { id, reason }: z.output<typeof revokeInput>,
  by: string,
): Promise<GrantView | null> {
  const data = { revokedAt: now(), revokedBy: by, revokedReason: reason };
  const { count } = await prisma.accessGrant.updateMany({ where: { id, revokedAt: null }, data });
  if (count === 0) return null;
  const grant = await prisma.accessGrant.findUniqueOrThrow({ where: { id } });
  log.info({ userId: grant.userId, plan: grant.plan, by }, 'A grant was ended');
  announce(grant.userId);
  return toView(grant);
}

/** All grants of a user, newest first. */
export async function listGrants({ database }: With<'database'>, userId: string): Promise<GrantView[]> {
  const grants = await database.prisma.accessGrant.findMany({ where: { userId }, orderBy: { grantedAt: 'desc' } });
  return grants.map(toView);
}

function toView({ id, plan, until, reason, grantedBy, grantedAt, ...rest }: AccessGrant): GrantView {
  const { revokedAt, revokedBy, revokedReason } = rest;
  const revoked = revokedAt && { at: revokedAt.toISOString(), by: revokedBy ?? '', reason: revokedReason ?? '' };
  return {
    id,
    plan,
    until: until?.toISOString() ?? null,
    reason,
    grantedBy,
    grantedAt: grantedAt.toISOString(),
    revoked,
  };
}
