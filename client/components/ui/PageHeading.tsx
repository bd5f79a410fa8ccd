import { useEffect, useRef } from 'react';
import { useText } from '../../text/useText.tsx';

/** The page that a visit begins with leaves the focus where the browser puts it. */
let isFirstPage = true;

/** A page's h1: names the document, and takes the focus when the page was reached from another one. */
export function PageHeading({ children }: { children: string }) {
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
