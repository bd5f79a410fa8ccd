import { Link } from 'react-router';
import { PageHeading } from '../components/ui/PageHeading.tsx';
import { useText } from '../text/useText.tsx';
import classes from './NotFoundPage.module.css';

export function NotFoundPage() {
  const { copy } = useText();
  return (
    <div className={classes.page}>
      <PageHeading>{copy.notFound.title}</PageHeading>
      <p>{copy.notFound.text}</p>
      <p>
        <Link to="/">{copy.notFound.home}</Link>
      </p>
    </div>
  );
}
