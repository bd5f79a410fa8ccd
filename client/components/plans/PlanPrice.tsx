import { useText } from '../../text/useText.tsx';
import type { SubscriptionView } from '../../trpc.ts';
import { discountOf } from '../../views/discount.ts';
import { withTax } from '../../views/withTax.ts';
import classes from './PlanPrice.module.css';

/** What a period costs, where that is known, and what discounts make of it. */
export function PlanPrice({ subscription }: { subscription: SubscriptionView }) {
  const { copy, format } = useText();
  const { paid, listPrice, currency, taxIncluded } = subscription;
  const texts = copy.dashboard;
  const discount = discountOf(subscription);
  const money = (amount: string) => format.money(amount, currency);
  return (
    <div>
      {paid.amount !== null && (
        <p className={classes.price}>
          <strong>{money(paid.amount)}</strong> {withTax(texts.per[paid.interval] ?? paid.interval, taxIncluded, copy)}
        </p>
      )}
      {paid.amount === null && subscription.isLive && <p className={classes.discount}>{later()}</p>}
      {discount && (
        <p className={classes.discount}>
          {discount.isLast
            ? texts.lastDiscount(money(discount.amount), money(discount.regular))
            : texts.discount(
                money(discount.amount),
                money(discount.regular),
                discount.until && format.date(discount.until),
              )}
        </p>
      )}
    </div>
  );

  function later(): string {
    if (listPrice === null) return texts.amountLater;
    const price = `${money(listPrice)} ${texts.per[paid.interval] ?? paid.interval}`;
    return copy.standing.listPrice(withTax(price, taxIncluded, copy));
  }
}
