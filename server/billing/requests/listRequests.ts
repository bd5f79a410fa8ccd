import type { ContractRequest } from '../../database/generated/client.ts';
import { AppError } from '../../errors.ts';
import type { Billing } from '../context.ts';
import { type OwnRequest, toOwnRequest, type Wish } from './request.ts';

const SHOWN_DAYS = 30;
const MOST = 100;
const DAY_MS = 86_400_000;

/** A request as operators see it. */
export interface ContractRequestView extends OwnRequest {
  userId: string | null;
  /** That account has proven the address. */
  proven: boolean;
  email: string;
  name: string | null;
  contract: string | null;
  reason: string | null;
  wish: Wish;
  /** A day, such as 2026-12-31. */
  wishedFor: string | null;
  /** When the account last bought something before it asked, ISO 8601; null: not known. */
  boughtAt: string | null;
  /** Of a withdrawal: it came in time. null: not known. */
  inTime: boolean | null;
  /** ISO 8601; null: somebody has to look at it. */
  closedAt: string | null;
}

/** Of one user: what is open, and what was asked lately. */
export async function listOwnRequests({ database }: Billing, userId: string): Promise<OwnRequest[]> {
  const rows = await database.prisma.contractRequest.findMany({
    where: { userId, ...shown() },
    orderBy: { receivedAt: 'desc' },
    take: MOST,
  });
  return rows.map(toOwnRequest);
}

const shown = () => ({
  OR: [{ closedAt: null }, { closedAt: { gt: new Date(Date.now() - SHOWN_DAYS * DAY_MS) } }],
});

const BOUGHT = `SELECT r.id, max(bought.at) AS at FROM contract_request r CROSS JOIN LATERAL (
    SELECT least(s."createdAt", s."currentPeriodStart", s."trialStart") AS at FROM subscription s WHERE s."userId" = r."userId"
    UNION ALL
    SELECT p."paidAt" FROM payment p WHERE p."userId" = r."userId" AND p.type = 'one_time' AND p."paidAt" IS NOT NULL
  ) AS bought WHERE r.id = ANY($1) AND bought.at <= r."receivedAt" GROUP BY r.id`;

/** For operators: what is open first, the oldest of it first; then what was closed lately. */
export async function listRequests({ database, ends }: Billing): Promise<ContractRequestView[]> {
  const rows = await database.prisma.contractRequest.findMany({
    where: shown(),
    orderBy: [{ closedAt: { sort: 'desc', nulls: 'first' } }, { receivedAt: 'asc' }],
    take: MOST,
  });
  const ids = rows.map(({ id }) => id);
  const { rows: bought } = await database.pool.query<{ id: string; at: Date }>(BOUGHT, [ids]);
  return rows.map((row) => toView(row, bought.find(({ id }) => id === row.id)?.at ?? null, ends.withdrawalDays));
}

function toView(row: ContractRequest, boughtAt: Date | null, days: number): ContractRequestView {
  const { userId, proven, email, name, contract, reason, wish, receivedAt } = row;
  const isInTime = boughtAt && receivedAt.getTime() - boughtAt.getTime() <= (days + 1) * DAY_MS;
  return {
    ...toOwnRequest(row),
    userId,
    proven,
    email,
    name,
    contract,
    reason,
    wish: wish as Wish,
    wishedFor: row.wishedFor?.toISOString().slice(0, 10) ?? null,
    boughtAt: boughtAt?.toISOString() ?? null,
    inTime: row.kind === 'withdraw' ? isInTime : null,
    closedAt: row.closedAt?.toISOString() ?? null,
  };
}

/** An operator has answered it. Throws AppError not_found: it is not open. */
export async function closeRequest({ database, announce }: Billing, id: string, by: string): Promise<void> {
  const { count } = await database.prisma.contractRequest.updateMany({
    where: { id, closedAt: null },
    data: { closedAt: new Date(), closedBy: by },
  });
  if (count === 0) throw new AppError('not_found');
  const request = await database.prisma.contractRequest.findUnique({ where: { id } });
  if (request?.userId) announce(request.userId);
}
