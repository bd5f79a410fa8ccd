import { Page } from '../components/ui/Page.tsx';
import { Link } from '../router/Link.tsx';
import { usePageText } from '../text/usePageText.ts';

/** Where a deleted account leads: signed out, with nothing left to do. */
export function AccountDeletedPage() {
  const { copy } = usePageText();
  return (
    <Page title={copy.deletion.doneTitle} width="text">
      <p>{copy.deletion.doneText}</p>
      <p>
        <Link to="/pricing">{copy.deletion.doneLink}</Link>
      </p>
    </Page>
  );
}
