import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../../text/useText.tsx';
import classes from './Page.module.css';

interface PageProps {
  /** The h1, and the document's title. */
  title: string;
  lead?: string;
  /** Stands beside the title where there is room. */
  beside?: ReactNode;
  /** The whole frame, lines of text, or a form in the middle. */
  width?: 'whole' | 'text' | 'form';
  children: ReactNode;
}

export function Page({ title, lead, beside, width = 'whole', children }: PageProps) {
  return (
    <div className={classes.page} data-width={width}>
      <div className={classes.head}>
        <div>
          <Heading>{title}</Heading>
          {lead && <p className={classes.lead}>{lead}</p>}
        </div>
        {beside}
      </div>
      {children}
    </div>
  );
}

/** The page that a visit begins with leaves the focus where the browser puts it. */
let isFirstPage = true;

/** Names the document, and takes the focus when the page was reached from another one. */
function Heading({ children }: { children: string }) {
  const { copy } = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${children} · ${copy.app.name}`;
  }, [children, copy]);
  useEffect(() => {
    if (isFirstPage) {
      isFirstPage = false;
      return;
    }
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
