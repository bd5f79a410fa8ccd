import { z } from 'zod';
import type { Money, PlanChange, PreviewedChange, SubscriptionChange } from '../../../adapters/adapter.ts';
import { toDecimal, toMinorUnits } from '../../../plans/money.ts';
import type { Billing, BillingUser, With } from '../../context.ts';
import { countCall } from '../../countCall.ts';
import { pendingIn } from '../../records/scheduledChange.ts';
import { decimal, timestamp } from '../../records/view.ts';
import { billedAt, isDiscounted, paidBilledAt } from '../nextBill.ts';
import { type Changeable, changeable } from './changeable.ts';
import type { ChangeRequest, NamedKind, PlanRequest } from './changeInput.ts';
import { namedSteps, planSteps } from './changeSteps.ts';
import { conflict } from './conflicts.ts';
import { afterInterval, estimateDue } from './estimateDue.ts';
import { amountOf, type JudgedPlan } from './judgePlan.ts';
import { prorationDate } from './prorationDate.ts';
import { refusalOfPreview } from './refusal.ts';

const taxIncluded = z.boolean().nullable();

export const changePreview = z.object({
  dueNow: decimal
    .nullable()
    .describe(
      'Charged at once; null: the provider says it only with the bill, since a discount is taken off it, or it is in another currency than the prices here',
    ),
  dueNext: decimal.nullable().describe('Charged at `nextAt`; null: as with `dueNow`'),
  currency: z.string(),
  effectiveAt: timestamp.describe('When the change takes effect'),
  nextAt: timestamp.nullable().describe('The next renewal; null: there is none'),
  about: z.boolean().describe('true: the provider tells no amounts beforehand, and `dueNow` is our estimate'),
  taxIncluded: z
    .object({ dueNow: taxIncluded, dueNext: taxIncluded })
    .describe('false: the provider adds the tax to it; null: there is none, or nobody says'),
  paidTime: z
    .enum(['kept', 'credited', 'lost'])
    .nullable()
    .describe(
      'What becomes of the paid rest of the period: `credited` deducts it from the next invoice; null: it goes on as it is',
    ),
  replaces: z
    .enum(['plan', 'pause', 'elsewhere'])
    .nullable()
    .describe(
      'The scheduled change that this one drops; `elsewhere`: what others scheduled at the provider, which a `resume` restores; null: there is none',
    ),
  prorationDate: timestamp.nullable().describe('To be sent along with the change, so that this is what it costs'),
});
export type ChangePreview = z.infer<typeof changePreview>;

/**
 * What a change would cost, without making it. Throws AppError: invalid_body, forbidden, unknown_user, no_subscription,
 * change_not_possible, too_many_requests.
 */
export async function previewChange(
  billing: Billing,
  user: BillingUser,
  request: ChangeRequest,
): Promise<ChangePreview> {
  const given = await changeable(billing, user, { request, scope: 'read' });
  if ('plan' in request) return planPreview(billing, given, { user, request });
  const { calls } = namedSteps(given, request.kind);
  const preview = namedPreview(billing, given, request.kind);
  if (request.kind === 'unpause') return continuedPreview(billing, given, { user, preview });
  return MEETS_PLANS.has(request.kind) ? besidePlans(billing, given, { user, preview, change: calls.at(-1) }) : preview;
}

/** Changes that what others planned at the provider may forbid, or that set it aside. */
const MEETS_PLANS = new Set<NamedKind>(['cancel_at_period_end', 'pause', 'resume']);

interface Beside extends NamedAsked {
  change: SubscriptionChange | undefined;
}

/** Throws AppError change_not_possible. If the provider can't be asked, the change itself finds out. */
async function besidePlans(
  billing: With<'callLimits' | 'database' | 'log'>,
  { adapter, live }: Changeable,
  { user, preview, change }: Beside,
): Promise<ChangePreview> {
  if (!adapter.foreignPlan || !change || preview.replaces !== null) return preview;
  await countCall(billing, 'refresh', user);
  const planned = await adapter.foreignPlan(live.providerSubscriptionId, change).catch(() => null);
  if (planned === 'obstacle') throw conflict('scheduled_elsewhere');
  return planned === 'dropped' ? { ...preview, replaces: 'elsewhere' } : preview;
}

interface NamedAsked {
  user: BillingUser;
  /** Our estimate. */
  preview: ChangePreview;
}

/** Where the provider tells what continuing costs, a new period begins at once. */
async function continuedPreview(
  billing: With<'callLimits' | 'database' | 'log' | 'now'>,
  given: Changeable,
  { user, preview }: NamedAsked,
) {
  await countCall(billing, 'refresh', user);
  const told = await dueNowOf(given, { kind: 'unpause' });
  if (!told) return preview;
  const nextAt = afterInterval(billing.now(), given.live.interval).toISOString();
  const taxIncluded = { ...preview.taxIncluded, dueNow: given.live.taxIncluded };
  return { ...preview, dueNow: toDecimal(told), nextAt, taxIncluded, about: false };
}

interface PlanAsked {
  user: BillingUser;
  request: PlanRequest;
}

async function planPreview(
  billing: With<'callLimits' | 'database' | 'log' | 'now' | 'plans' | 'prices'>,
  given: Changeable,
  { user, request }: PlanAsked,
): Promise<ChangePreview> {
  const { calls, judged } = planSteps(billing, given, request);
  if (judged.when === 'none') return namedPreview(billing, given, 'undo');
  const { taxIncluded: dueNext } = judged.wanted;
  const { currency, currentPeriodEnd } = given.live;
  const taxIncluded = { dueNow: null, dueNext };
  const replaces = judged.pending?.kind ?? null;
  const unchanged = { prorationDate: null, paidTime: null, replaces };
  const dueNextAt = (at: Date) => (isDiscounted(given.live, at) ? null : amountOf(judged.wanted, given.live));
  const terms = { currency, taxIncluded, ...unchanged };
  const nothing = toDecimal({ minorUnits: 0, currency });
  if (judged.when === 'period_end') {
    const end = currentPeriodEnd.toISOString();
    const dueNext = dueNextAt(currentPeriodEnd);
    const preview = { ...terms, dueNow: nothing, dueNext, effectiveAt: end, nextAt: end, about: false };
    return besidePlans(billing, given, { user, preview, change: calls.at(-1) });
  }
  const at = prorationDate(billing, given);
  const since = (next: Date) => {
    const nextAt = next.toISOString();
    return { ...terms, dueNext: dueNextAt(next), effectiveAt: at.toISOString(), nextAt };
  };
  const change = calls.find((call) => call.kind === 'change_plan');
  const own = { dueNow: dueNext, dueNext };
  if (given.live.status === 'trialing') {
    const trialEnd = await trialEndOf(billing, given, { user, change });
    if (trialEnd && trialEnd > at) return { ...since(trialEnd), dueNow: nothing, about: false };
    const first = since(afterInterval(at, judged.wanted.interval));
    return { ...first, dueNow: dueNextAt(at), taxIncluded: own, about: true };
  }
  const next = nextAt(given, judged, at);
  await countCall(billing, 'refresh', user);
  const told = change && (await dueNowOf(given, { ...change, prorationDate: at.toISOString() }));
  if (told) {
    const whole = { dueNow: dueNext === null ? null : true, dueNext };
    const prorationDate = at.toISOString();
    return { ...since(next), dueNow: toDecimal(told), taxIncluded: whole, about: false, prorationDate };
  }
  const minorUnits = estimateDue(billing.plans, given.live, { judged, at });
  const dueNow = dueNextAt(at) === null ? null : toDecimal({ minorUnits, currency });
  return { ...since(next), dueNow, taxIncluded: own, about: true };
}

interface TrialChange {
  user: BillingUser;
  change: PlanChange | undefined;
}

/** When the trial ends after the change; null: it has none then, and the first period begins at once. */
async function trialEndOf(
  billing: With<'callLimits' | 'database' | 'log'>,
  { adapter, live }: Changeable,
  { user, change }: TrialChange,
) {
  // Where seats alone change, the price stays.
  if (!adapter.trialEndAfter || !change || change.quantity !== undefined) return live.currentPeriodEnd;
  await countCall(billing, 'refresh', user);
  const start = (live.trialStart ?? live.currentPeriodStart).toISOString();
  const end = await adapter.trialEndAfter(start, change).catch((error: unknown) => {
    throw refusalOfPreview(error);
  });
  return end && new Date(end);
}

/** With the tax; null: the provider gives no amounts in advance. */
function dueNowOf({ adapter, live }: Changeable, change: PreviewedChange): Promise<Money | null> {
  return adapter.previewChange(live.providerSubscriptionId, change).catch((error: unknown) => {
    throw refusalOfPreview(error);
  });
}

/** Another interval begins a new period. */
function nextAt({ live }: Changeable, { paid, wanted }: JudgedPlan, at: Date): Date {
  return paid.interval === wanted.interval ? live.currentPeriodEnd : afterInterval(at, wanted.interval);
}

function namedPreview(billing: With<'now'>, { live, adapter }: Changeable, kind: NamedKind): ChangePreview {
  const { currency, currentPeriodEnd: end } = live;
  const untaxed = { dueNow: null, dueNext: null };
  const now = billing.now();
  const nothing = toDecimal({ minorUnits: 0, currency });
  const isLater = kind === 'cancel_at_period_end' || (kind === 'pause' && adapter.changes.pauses === 'period_end');
  const effectiveAt = (isLater ? end : now).toISOString();
  const paidTime = paidTimeAfter(adapter, kind);
  const replaces = kind === 'cancel_at_period_end' || kind === 'pause' ? (pendingIn(live)?.kind ?? null) : null;
  const terms = { taxIncluded: untaxed, prorationDate: null, paidTime, replaces };
  const preview = { currency, dueNow: nothing, effectiveAt, ...terms };
  const goesOn = kind === 'resume' || kind === 'undo' || kind === 'unpause';
  if (!goesOn) return { ...preview, dueNext: nothing, nextAt: null, about: false };
  const isOver = kind === 'unpause' && end <= now;
  const next = isOver ? afterInterval(now, live.interval) : end;
  const dueNext = kind === 'undo' ? paidBilledAt(live, next) : billedAt(live, next);
  const isDue = isOver && (dueNext === null || toMinorUnits(dueNext, currency) !== 0);
  const about = kind === 'unpause' || !live.amountKnown;
  const taxIncluded = { dueNow: isDue ? live.taxIncluded : null, dueNext: live.taxIncluded };
  return { ...preview, dueNow: isDue ? dueNext : nothing, dueNext, taxIncluded, nextAt: next.toISOString(), about };
}

/** Providers end a subscription at once without a refund. */
function paidTimeAfter({ changes }: Changeable['adapter'], kind: NamedKind): ChangePreview['paidTime'] {
  if (kind === 'cancel_at_period_end') return 'kept';
  if (kind === 'cancel_now') return 'lost';
  if (kind !== 'pause') return null;
  const outcomes = { now: 'lost', credited: 'credited', period_end: 'kept' } as const;
  return outcomes[changes.pauses];
}
