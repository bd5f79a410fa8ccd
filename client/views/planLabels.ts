import type { Format } from '../format.ts';
import type { FirstCopy } from '../text/en.ts';
import type { PlanAction } from './planAction.ts';

interface Words {
  copy: FirstCopy;
  format: Format;
  planName(plan: string): string;
}

/** A plan button's words; `name`: what assistive technology reads where it is more than the words. */
export function actionLabel(
  action: PlanAction,
  plan: string,
  { copy, format, planName }: Words,
): { text: string; name?: string } {
  const { actions, plans, seats, standing } = copy;
  switch (action.kind) {
    case 'trial':
      return { text: actions.trial(action.days, plan) };
    case 'subscribe':
      return { text: actions.subscribe(plan) };
    case 'resubscribe':
      return { text: actions.resubscribe(plan) };
    case 'switch_plan':
      return { text: actions.switchPlan(plan) };
    case 'switch_interval':
      return { text: actions.switchInterval[action.interval](plan) };
    case 'switch_seats':
      return { text: seats.switchTo(action.seats), name: `${plan}: ${seats.switchTo(action.seats)}` };
    case 'resume':
      return { text: actions.resume(plan) };
    case 'buy':
      return { text: actions.buy(plan) };
    case 'current':
      return { text: actions.current, name: actions.currentName(plan) };
    case 'not_offered':
      return { text: plans.notOffered };
    case 'start_free':
      return { text: actions.startFree(plan) };
    case 'first': {
      const { text } = standing.first[action.what];
      return { text, name: `${plan}: ${text}` };
    }
    case 'extend':
      return {
        text: standing.extend(format.date(action.until)),
        name: standing.extendName(plan, format.date(action.until)),
      };
    case 'included':
      return {
        text: standing.included(planName(action.plan)),
        name: `${plan}: ${standing.included(planName(action.plan))}`,
      };
    case 'owned':
      return { text: ownedText(action, copy, format), name: `${plan}: ${ownedText(action, copy, format)}` };
  }
}

function ownedText(
  { by, until }: Extract<PlanAction, { kind: 'owned' }>,
  { standing }: FirstCopy,
  format: Format,
): string {
  if (by === 'organisation') return standing.byOrganisation;
  return until === null ? standing.yours : standing.yoursUntil(format.date(until));
}

/** It rests: nothing happens when it is pressed. */
export function isResting({ kind }: Pick<PlanAction, 'kind'>): boolean {
  return kind === 'current' || kind === 'not_offered' || kind === 'owned' || kind === 'included';
}

/** It changes the subscription that runs. */
export function isSwitch({ kind }: Pick<PlanAction, 'kind'>): boolean {
  return kind === 'switch_plan' || kind === 'switch_interval' || kind === 'switch_seats';
}

interface Terms {
  /** As shown beside it. */
  price: string;
  per: string;
  oneTimeDays: number | null;
  /** The name of the plan that a live subscription gives, where it gives all of this one. */
  coveredBy: string | null;
}

/** The small print under a plan's button. */
export function actionTerms(action: PlanAction, terms: Terms, { actions, standing }: FirstCopy): string {
  const { kind } = action;
  const { price, per, oneTimeDays, coveredBy } = terms;
  if (kind === 'trial') return actions.trialTerms(price, per);
  if (kind === 'subscribe' && action.trialDays) return actions.trialNeedsProof(action.trialDays, price, per);
  if (isSwitch({ kind })) return actions.switchTerms;
  if (kind === 'first') return standing.first[action.what].terms;
  if (kind === 'extend') return standing.extendTerms(price);
  if (kind === 'buy') return coveredBy ? actions.buyCovered(coveredBy) : actions.buyTerms(oneTimeDays);
  return kind === 'resume' ? actions.resumeTerms : '';
}
