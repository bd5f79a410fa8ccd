import { PlanCard } from '../../components/subscription/PlanCard.tsx';
import { PaymentTable } from '../../components/subscription/payments/PaymentTable.tsx';
import { usePortal } from '../../hooks/usePortal.ts';
import { changesOf, useSubscriptionChange } from '../../hooks/useSubscriptionChange.ts';
import { Part } from './Part.tsx';
import { cards, payments } from './sample.ts';

/** The sheet in every state, with its sentence, its line and what can be done. */
export function Statements() {
  const portal = usePortal();
  const changes = useSubscriptionChange();
  return (
    <>
      {Object.entries(cards).map(([title, { subscription, access }]) => (
        <Part key={title} title={title}>
          <PlanCard
            subscription={subscription}
            access={access}
            payments={payments.slice(0, 1)}
            isFirst
            heads={false}
            beside={{ asked: true, others: [], kept: false }}
            portal={portal}
            changes={changesOf(changes, title)}
          />
        </Part>
      ))}
      <Part title="Ledger" rule="A status only where a row is not simply paid.">
        <PaymentTable payments={payments} caption="Payments in every state" />
      </Part>
    </>
  );
}
