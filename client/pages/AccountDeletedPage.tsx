import { Link } from 'react-router';
import { PageHeading } from '../components/ui/PageHeading.tsx';
import { useText } from '../text/useText.tsx';
import classes from './NotFoundPage.module.css';

/** Where a deleted account leads: signed out, with nothing left to do. */
export function AccountDeletedPage() {
  const { copy } = useText();
  return (
    <div className={classes.page}>
      <PageHeading>{copy.deletion.doneTitle}</PageHeading>
      <p>{copy.deletion.doneText}</p>
      <p>
        <Link to="/pricing">{copy.deletion.doneLink}</Link>
      </p>
    </div>
  );
}
