import type { Format } from '../format.ts';
import type { Copy } from '../text/en.ts';
import { endOf, nextCharge } from './statement/nextCharge.ts';
import type { StatedSubscription } from './statement/stated.ts';
import { sumOf } from './withTax.ts';

interface Words {
  copy: Pick<Copy, 'several' | 'standing' | 'plans' | 'line'>;
  format: Pick<Format, 'date' | 'money'>;
  now: Date;
}

/** The next charge of one of several subscriptions, or why there is none; by the facts of its own sentence. */
export function nextInWords(subscription: StatedSubscription, { copy, format, now }: Words): string {
  const { several: texts } = copy;
  const { currency, taxIncluded, paused, cancelAt } = subscription;
  const money = (amount: string | null) =>
    amount === null ? '' : sumOf({ amount, currency, taxIncluded }, copy, format);
  const next = nextCharge(subscription, now);
  if (paused) return texts.paused;
  switch (next.kind) {
    case 'due':
    case 'awaited':
      return texts.due(money(next.amount));
    case 'late':
      return texts.late(money(next.amount), format.date(next.at));
    case 'uncollected':
      return copy.standing.uncollectedOn(format.date(next.at));
    case 'pauses':
      return texts.pauses(format.date(next.at));
    case 'charge':
    case 'first': {
      const said = texts.next(money(next.amount), format.date(next.at));
      return cancelAt === null ? said : `${said}, ${texts.endsLater(format.date(cancelAt))}`;
    }
    default:
      return texts.ends(format.date(cancelAt ?? endOf(subscription)));
  }
}
