import type { Copy } from '../text/en.ts';
import type { PlanAction } from './planAction.ts';

/** A plan button's words; `name`: what assistive technology reads where it is more than the words. */
export function actionLabel(
  action: PlanAction,
  plan: string,
  { actions, plans, seats }: Copy,
): { text: string; name?: string } {
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
      return { text: actions.startFree };
  }
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
export function actionTerms({ kind }: PlanAction, terms: Terms, { actions }: Copy): string {
  const { price, per, oneTimeDays, coveredBy } = terms;
  if (kind === 'trial') return actions.trialTerms(price, per);
  if (isSwitch({ kind })) return actions.switchTerms;
  if (kind === 'buy') return coveredBy ? actions.buyCovered(coveredBy) : actions.buyTerms(oneTimeDays);
  return kind === 'resume' ? actions.resumeTerms : '';
}
