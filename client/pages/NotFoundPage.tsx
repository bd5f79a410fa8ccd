import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { PageHeading } from '../components/ui/PageHeading.tsx';
import { useText } from '../text/useText.tsx';
import classes from './NotFoundPage.module.css';

/** `children`: what may help whoever was right to come here. */
export function NotFoundPage({ children }: { children?: ReactNode }) {
  const { copy } = useText();
  return (
    <div className={classes.page}>
      <PageHeading>{copy.notFound.title}</PageHeading>
      <p>{copy.notFound.text}</p>
      {children}
      <p>
        <Link to="/">{copy.notFound.home}</Link>
      </p>
    </div>
  );
}
