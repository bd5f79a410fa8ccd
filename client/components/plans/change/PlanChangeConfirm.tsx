import { useSubscriptionChange } from '../../../hooks/useSubscriptionChange.ts';
import { useWay } from '../../../hooks/useWay.ts';
import { useNavigate } from '../../../router/Router.tsx';
import { usePageText } from '../../../text/usePageText.ts';
import type { SubscriptionChange } from '../../../trpc.ts';
import type { AcceptedChange } from '../../../views/planChange.ts';
import type { PointMoney } from '../../../views/statement/points.ts';
import { sumOf } from '../../../views/withTax.ts';
import { useAnnounce } from '../../ui/Announcer.tsx';
import { Button } from '../../ui/Button.tsx';
import { ProblemNotice } from '../../ui/ProblemNotice.tsx';

interface PlanChangeConfirmProps {
  change: Extract<SubscriptionChange, { kind: 'change_plan' }>;
  /** What it charges at once: its button says so. */
  charged?: PointMoney;
}

/** Makes the change and goes to the dashboard, which says what became of it. */
export function PlanChangeConfirm({ change: wanted, charged }: PlanChangeConfirmProps) {
  const { copy, format } = usePageText();
  const announce = useAnnounce();
  const navigate = useNavigate();
  const way = useWay();
  const { change, busy, problem } = useSubscriptionChange();
  const confirm = async () => {
    announce(copy.changePlan.confirming);
    const accepted = await change(wanted);
    if (accepted) navigate(way('/dashboard'), { state: { ...accepted, charged } satisfies AcceptedChange });
  };
  return (
    <>
      {problem && <ProblemNotice problem={problem} />}
      <div>
        <Button onClick={() => void confirm()} loading={busy !== null}>
          {charged ? copy.changePlan.confirmAndPay(sumOf(charged, copy, format)) : copy.changePlan.confirm}
        </Button>
      </div>
    </>
  );
}
