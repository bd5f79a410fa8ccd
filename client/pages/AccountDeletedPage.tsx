import { Link } from 'react-router';
import { Page } from '../components/ui/Page.tsx';
import { useText } from '../text/useText.tsx';

/** Where a deleted account leads: signed out, with nothing left to do. */
export function AccountDeletedPage() {
  const { copy } = useText();
  return (
    <Page title={copy.deletion.doneTitle} width="text">
      <p>{copy.deletion.doneText}</p>
      <p>
        <Link to="/pricing">{copy.deletion.doneLink}</Link>
      </p>
    </Page>
  );
}
