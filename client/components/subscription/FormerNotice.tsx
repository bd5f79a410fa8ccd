import type { ReactNode } from 'react';
import { usePageText } from '../../text/usePageText.ts';
import { type SubscriptionView, trpc } from '../../trpc.ts';
import { Notice } from '../ui/Notice.tsx';

/** Who still pays a company that isn't set up here reads where to cancel. Nothing else is said to anybody else. */
export function FormerNotice({ subscription }: { subscription: Pick<SubscriptionView, 'isLive' | 'former'> | null }) {
  const { copy } = usePageText();
  if (!subscription?.isLive || !subscription.former) return null;
  const { url } = subscription.former;
  const texts = copy.former;
  return (
    <Notice tone="warning" title={texts.title}>
      <p>
        {texts.text} {texts.after}
      </p>
      {url && (
        <p>
          <a href={url} target="_blank" rel="noreferrer">
            {texts.link}
          </a>
        </p>
      )}
    </Notice>
  );
}

/** What deletes somebody's data would be refused while such a company bills them: it is offered once that has ended. */
export function OfferedAfterFormer({ children }: { children: ReactNode }) {
  const { copy } = usePageText();
  const live = trpc.subscription.live.useQuery().data?.live ?? [];
  const billed = live.find(({ former }) => former !== null);
  if (!billed) return children;
  return (
    <>
      <FormerNotice subscription={billed} />
      <p>{copy.former.deleteAfter}</p>
    </>
  );
}
