import type { ReactNode } from 'react';
import { Page } from '../components/ui/Page.tsx';
import { Link } from '../router/Link.tsx';
import { useText } from '../text/useText.tsx';

/** `children`: what may help whoever was right to come here. */
export function NotFoundPage({ children }: { children?: ReactNode }) {
  const { copy } = useText();
  return (
    <Page title={copy.notFound.title} width="text">
      <p>{copy.notFound.text}</p>
      {children}
      <p>
        <Link to="/">{copy.notFound.home}</Link>
      </p>
    </Page>
  );
}
