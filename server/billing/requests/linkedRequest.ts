import type { ContractRequest, User } from '../../database/generated/client.ts';
import { readSubscriptions } from '../../database/reads/subscriptions.ts';
import { AppError } from '../../errors.ts';
import { planNamed } from '../../plans/catalogue.ts';
import type { Billing } from '../context.ts';
import { asPaid } from '../records/scheduledChange.ts';
import { toOwnSubscription } from '../subscriptions/currentSubscription.ts';
import { linkDigest } from './linkToken.ts';
import { type OwnRequest, toOwnRequest, type Wish } from './request.ts';

/** A plan that the link's reader pays for. */
export interface Endable {
  id: string;
  plan: string;
  interval: string;
  /** A decimal string; null: not known. */
  amount: string | null;
  currency: string;
  /** false: tax comes on top. */
  taxIncluded: boolean | null;
  /** A payment for it has failed, and is still asked for. */
  due: boolean;
  /** When it ends if it is canceled, or anyway; ISO 8601. */
  endsAt: string;
  /** It ends then anyway. */
  ending: boolean;
  /** Its provider is not set up here any more: only there it can be ended. */
  former: { url: string | null } | null;
  /** The asker named it, or nothing else can be meant. */
  meant: boolean;
}

/** What the mailed link shows. */
export interface LinkedRequest extends OwnRequest {
  email: string;
  wish: Wish;
  plans: Endable[];
  /** What its reader chose to end. */
  chosen: string[];
}

export interface Linked {
  request: ContractRequest;
  owner: Pick<User, 'id' | 'email'>;
}

/** Throws AppError not_found: there is no such link, it has expired, or the address is no longer its reader's. */
export async function findLinked({ database }: Billing, token: string): Promise<Linked> {
  const request = await database.prisma.contractRequest.findUnique({ where: { tokenHash: linkDigest(token) } });
  if (!request?.userId || !request.linkUntil || request.linkUntil <= new Date()) throw new AppError('not_found');
  const owner = await database.prisma.user.findUnique({ where: { id: request.userId } });
  if (!owner?.emailVerified || owner.email !== request.email) throw new AppError('not_found');
  return { request, owner };
}

/** What can be ended by the link. Throws AppError not_found. */
export async function openLink(billing: Billing, token: string): Promise<LinkedRequest> {
  const { request, owner } = await findLinked(billing, token);
  const plans = await endableOf(billing, { userId: owner.id, contract: request.contract });
  return {
    ...toOwnRequest(request),
    email: owner.email,
    wish: request.wish as Wish,
    plans,
    chosen: request.subscriptionIds,
  };
}

interface Whose {
  userId: string;
  contract: string | null;
}

export async function endableOf(billing: Billing, { userId, contract }: Whose): Promise<Endable[]> {
  const rows = await readSubscriptions(billing.database.pool, userId);
  const live = rows.map((row) => ({ row, own: toOwnSubscription(row, billing) })).filter(({ own }) => own.isLive);
  const namesIt = (plan: string) => contract !== null && namesOf(billing, plan).some((name) => isIn(name, contract));
  const named = live.filter(({ row }) => namesIt(asPaid(row).plan));
  return live.map(({ row, own }) => {
    const { id, currency, taxIncluded, cancelAt, cancelAtPeriodEnd, currentPeriodEnd, former, paid } = own;
    const due = own.status === 'past_due';
    const ending = cancelAtPeriodEnd || cancelAt !== null;
    const meant = live.length === 1 || named.length === 0 || named.some(({ row: other }) => other.id === row.id);
    return { id, ...paid, currency, taxIncluded, due, endsAt: cancelAt ?? currentPeriodEnd, ending, former, meant };
  });
}

function namesOf({ plans }: Billing, plan: string): string[] {
  const texts = planNamed(plans, plan)?.texts;
  return [plan, texts?.en?.name, texts?.de?.name].filter((name) => name !== undefined);
}

const isIn = (name: string, text: string) => text.toLowerCase().includes(name.toLowerCase());
