import { useCheckout } from '../../hooks/useCheckout.ts';
import { useWay } from '../../hooks/useWay.ts';
import { usePageText } from '../../text/usePageText.ts';
import { failureOf, type Interval, type SubscriptionView, trpc } from '../../trpc.ts';
import { problemOf } from '../../views/failureText.ts';
import { AddressNotice } from '../address/AddressNotice.tsx';
import { CheckoutProblem } from '../address/CheckoutProblem.tsx';
import { useAnnounce } from '../ui/Announcer.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { ProblemNotice } from '../ui/ProblemNotice.tsx';
import classes from './PendingChoice.module.css';

interface PendingChoiceProps {
  awaited: SubscriptionView;
  /** What was to be bought instead. */
  wanted: { plan: string; interval: Interval; seats: number | undefined };
}

/** Both choices with what they mean; what is bought next is paid only once the awaited one has ended. */
export function PendingChoice({ awaited, wanted }: PendingChoiceProps) {
  const { copy, format, planName } = usePageText();
  const way = useWay();
  const texts = copy.pendingPayment;
  const announce = useAnnounce();
  const utils = trpc.useUtils();
  const checkout = useCheckout();
  const end = trpc.subscription.endAwaited.useMutation({
    retry: false,
    onError: () => utils.subscription.invalidate(),
    onSuccess: () => checkout.buy(wanted),
  });
  const plan = planName(awaited.plan);
  const isSame = wanted.plan === awaited.plan && wanted.interval === awaited.interval;
  return (
    <>
      <p>{texts.lead(plan, format.date(awaited.createdAt))}</p>
      {end.error && <ProblemNotice problem={problemOf(failureOf(end.error), copy, texts.failed(plan))} />}
      {failureOf(checkout.error).status === 403 && <AddressNotice isUrgent />}
      {checkout.error && <CheckoutProblem error={checkout.error} />}
      <div className={classes.choice}>
        <p>{texts.waitText(plan)}</p>
        <ButtonLink variant="filled" to={way('/dashboard')}>
          {texts.wait}
        </ButtonLink>
      </div>
      <div className={classes.choice}>
        <p>{texts.endText(plan)}</p>
        <Button
          variant="default"
          loading={end.isPending || checkout.busy !== null}
          onClick={() => {
            announce(texts.ending(plan));
            end.mutate({ subscriptionId: awaited.id });
          }}
        >
          {isSame ? texts.endSame : texts.end(planName(wanted.plan))}
        </Button>
      </div>
    </>
  );
}
