import { addressAt } from '../../router/site.ts';
import { usePageText } from '../../text/usePageText.ts';
import { signInAddress } from '../../views/paths.ts';
import { Button } from '../ui/Button.tsx';

/** People sign in elsewhere: the way there, which leads back to `next`. null: nobody said where. */
export function ForeignSignIn({ signInUrl, next }: { signInUrl: string | null; next: string }) {
  const { copy } = usePageText();
  if (signInUrl === null) return <p>{copy.login.askAgain}</p>;
  const leave = () =>
    window.location.assign(signInAddress(signInUrl, new URL(addressAt(next), window.location.origin).href));
  return (
    <Button fullWidth onClick={leave}>
      {copy.login.continue}
    </Button>
  );
}
