import { useText } from '../../text/useText.tsx';
import { trpc } from '../../trpc.ts';
import { Notice } from '../ui/Notice.tsx';
import { ResendMail } from './ResendMail.tsx';

/** Reminds of an address that is still to be confirmed, where it can be. */
export function AddressNotice() {
  const { copy } = useText();
  const me = trpc.session.me.useQuery();
  if (!me.data?.mail || me.data.emailVerified) return null;
  const { email } = me.data;
  const title = email === '' ? copy.verify.lost : copy.verify.unconfirmed(email);
  return <Notice tone="info" title={title} action={<ResendMail />} />;
}
