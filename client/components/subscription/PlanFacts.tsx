import { usePageText } from '../../text/usePageText.ts';
import { trpc, type UsedSubscription } from '../../trpc.ts';
import { discountOf } from '../../views/discount.ts';
import { readInterval } from '../../views/paths.ts';
import { isBySeats } from '../../views/seats.ts';
import { withTax } from '../../views/withTax.ts';
import { OwnSeats } from '../plans/seats/OwnSeats.tsx';
import { Facts } from '../ui/Facts.tsx';

interface PlanFactsProps {
  subscription: UsedSubscription | null;
  plan: string;
}

/** What the plan includes, and what a period of it costs, as far as that is known. */
export function PlanFacts({ subscription, plan }: PlanFactsProps) {
  const { copy, said } = usePageText();
  const { data } = trpc.plans.list.useQuery(undefined, { staleTime: 60_000 });
  const texts = copy.statement;
  const sold = data?.plans.find(({ name }) => name === plan);
  const isUsed = subscription === null || subscription.use.usable;
  const hasSeats =
    subscription && (subscription.seats > 1 || (sold && isBySeats(sold, readInterval(subscription.paid.interval))));
  const facts: Parameters<typeof Facts>[0]['facts'] = [
    [texts.includes, isUsed && sold?.features.map((feature) => said(feature.texts)).join(', ')],
    [texts.price, subscription && <Price subscription={subscription} />],
    [texts.seats, hasSeats && <OwnSeats subscription={subscription} plan={sold} />],
  ];
  return <Facts facts={facts} />;
}

function Price({ subscription }: { subscription: UsedSubscription }) {
  const { copy, format } = usePageText();
  const { paid, listPrice, currency, taxIncluded } = subscription;
  const texts = copy.dashboard;
  const discount = discountOf(subscription);
  const money = (amount: string) => format.money(amount, currency);
  const per = (amount: string) =>
    withTax(`${money(amount)} ${texts.per[paid.interval] ?? paid.interval}`, taxIncluded, copy);
  return (
    <>
      {paid.amount !== null && per(paid.amount)}
      {paid.amount === null &&
        subscription.isLive &&
        (listPrice === null ? texts.amountLater : copy.standing.listPrice(per(listPrice)))}
      {discount && <p className="quiet small">{discountText(discount)}</p>}
    </>
  );

  function discountText({ amount, regular, until, isLast }: NonNullable<typeof discount>): string {
    if (isLast) return texts.lastDiscount(money(amount), money(regular));
    return texts.discount(money(amount), money(regular), until && format.date(until));
  }
}
