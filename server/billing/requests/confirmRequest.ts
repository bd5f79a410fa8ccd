import type { ContractRequest } from '../../database/generated/client.ts';
import { AppError } from '../../errors.ts';
import { dateIn } from '../../mail/dates.ts';
import { knownLanguage } from '../../mail/language.ts';
import type { Billing, BillingUser } from '../context.ts';
import { changeSubscription } from '../subscriptions/changes/changeSubscription.ts';
import { planInMail } from '../subscriptions/duplicates/tellOwner.ts';
import { type Endable, endableOf, findLinked, type LinkedRequest, openLink } from './linkedRequest.ts';
import { factsOf } from './takeRequest.ts';

interface Confirmation {
  token: string;
  /** Our ids of the subscriptions to end. */
  subscriptionIds: readonly string[];
}

const CONFIRM = `UPDATE contract_request SET state = 'confirmed', "confirmedAt" = clock_timestamp(), "subscriptionIds" = $2
  WHERE id = $1 AND state = 'open'`;

/**
 * The link's reader confirms: each chosen plan ends with its paid time. The link counts once; opened again it shows what
 * became of it. A provider that is away is asked again until it has it. Throws AppError: not_found, invalid_body.
 */
export async function confirmRequest(
  billing: Billing,
  { token, subscriptionIds }: Confirmation,
): Promise<LinkedRequest> {
  const { request, owner } = await findLinked(billing, token);
  if (request.state === 'open') {
    const plans = await endableOf(billing, { userId: owner.id, contract: request.contract });
    const chosen = [...new Set(subscriptionIds)];
    if (chosen.length === 0 || !chosen.every((id) => mayEnd(plans, id))) throw new AppError('invalid_body');
    const { rowCount } = await billing.database.pool.query(CONFIRM, [request.id, chosen]);
    if (rowCount === 1) await endRequested(billing, { ...request, state: 'confirmed', subscriptionIds: chosen });
  }
  return openLink(billing, token);
}

const mayEnd = (plans: readonly Endable[], id: string) => plans.some((plan) => plan.id === id && plan.former === null);

/** Whether the provider has it now. Failures are logged: the job asks again. */
export async function endRequested(billing: Billing, request: ContractRequest): Promise<boolean> {
  const { id, userId } = request;
  if (userId === null) return false;
  const user = { id: userId, email: '', emailVerified: true, operator: false, scopes: new Set(['read', 'write']) };
  try {
    for (const subscriptionId of request.subscriptionIds) await endOne(billing, user, subscriptionId);
  } catch (error) {
    billing.log.warn({ err: error, request: id, userId }, 'A confirmed cancellation waits for the provider');
    return false;
  }
  await finish(billing, request, userId);
  billing.announce(userId);
  return true;
}

/** What has ended, or ends anyway, is left as it is. What was moved is an operator's to look at. */
async function endOne(billing: Billing, user: BillingUser, subscriptionId: string): Promise<void> {
  const row = await billing.database.prisma.subscription.findUnique({ where: { id: subscriptionId } });
  const plans = await endableOf(billing, { userId: row?.userId ?? user.id, contract: null });
  const plan = plans.find(({ id }) => id === subscriptionId);
  if (!plan || plan.ending) return;
  if (row?.userId !== user.id) throw new Error('The subscription belongs to another user by now');
  await changeSubscription(billing, user, { kind: 'cancel_at_period_end', subscriptionId });
}

/** Whoever wants an end before the paid time is up is an operator's to answer. */
const FINISH = `UPDATE contract_request SET state = 'done', "doneAt" = clock_timestamp(),
    "closedAt" = CASE WHEN wish = 'period_end' THEN clock_timestamp() END
  WHERE id = $1 AND state = 'confirmed'`;

/** Others of the same person that asked for no more than this. */
const CLOSE_TWINS = `UPDATE contract_request SET "closedAt" = clock_timestamp(), "closedBy" = $2
  WHERE "userId" = $1 AND id <> $2 AND kind = 'cancel' AND state = 'open' AND wish = 'period_end' AND "closedAt" IS NULL`;

async function finish(billing: Billing, request: ContractRequest, userId: string): Promise<void> {
  const { prisma } = billing.database;
  const left = await endableOf(billing, { userId, contract: null });
  await prisma.$transaction(async (tables) => {
    const finished = await tables.$executeRawUnsafe(FINISH, request.id);
    if (finished === 0) return;
    if (left.every(({ ending }) => ending)) await tables.$executeRawUnsafe(CLOSE_TWINS, userId, request.id);
    const language = knownLanguage(request.language);
    const rows = await tables.subscription.findMany({ where: { id: { in: request.subscriptionIds } } });
    const ends = rows.map((row) => {
      const name = planInMail(billing.plans, row, language);
      return `${name}: ${dateIn(language, row.cancelAt ?? row.currentPeriodEnd)}`;
    });
    const isDue = rows.some(({ status }) => status === 'past_due');
    const facts = { ...factsOf(request), plan: ends.join('\n'), isDue };
    const mail = {
      kind: 'cancel_done',
      to: request.email,
      language,
      link: `${billing.baseUrl}/dashboard`,
      facts,
    } as const;
    await billing.outbox?.queue(userId, mail, tables);
  });
}
