import { usePageText } from '../../text/usePageText.ts';
import { trpc } from '../../trpc.ts';
import { Notice } from '../ui/Notice.tsx';

/** Until support has moved it: the page that said so after the proof is closed, and a social sign-in shows none. */
export function SharedAddress() {
  const { copy } = usePageText();
  const { data: others = 0 } = trpc.account.shared.useQuery();
  return others > 0 && <Notice tone="info" title={copy.verify.others} />;
}
