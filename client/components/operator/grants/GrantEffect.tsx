import { useOperatorText } from '../../../text/useOperatorText.ts';
import { trpc } from '../../../trpc.ts';
import classes from '../Operator.module.css';

interface GrantEffectProps {
  userId: string;
  plan: string;
  /** ISO 8601; null: no end. */
  until: string | null;
}

/** What giving the plan would change, and which bills it leaves as they are. */
export function GrantEffect(grant: GrantEffectProps) {
  const { copy, format, planName } = useOperatorText();
  const { effect: changes, bills } = copy.grants;
  const effect = trpc.operator.grantEffect.useQuery(grant).data;
  if (!effect) return null;
  const { had, goesOn } = effect;
  const owned = planName(had.plan);
  const change = {
    raised: () => changes.raised(planName(grant.plan)),
    later: () => changes.later(planName(grant.plan), owned, had.until ? format.date(had.until) : ''),
    none: () => changes.none(owned),
  };
  return (
    <p className={`quiet ${classes.effect}`} role="status">
      {[change[effect.access](), ...goesOn.map(({ plan, bill }) => bills[bill](planName(plan)))].join(' ')}
    </p>
  );
}
