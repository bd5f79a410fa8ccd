import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useText } from '../text/useText.tsx';

/** A page's h1: names the document, and takes the focus when the page was reached from another one. */
export function PageHeading({ children }: { children: string }) {
  const { copy } = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirstPage = useLocation().key === 'default';
  useEffect(() => {
    document.title = `${children} · ${copy.app.name}`;
  }, [children, copy]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new page moves the focus, not a new address of it
  useEffect(() => {
    if (isFirstPage) return;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
