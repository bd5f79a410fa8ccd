import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { brand } from '../../brand.ts';
import { useLocation } from '../../router/Router.tsx';
import { useText } from '../../text/useText.tsx';

/** The page whose heading was shown last; the one that a visit begins with leaves the focus where the browser puts it. */
const last: { path: string | null; tookFocus: boolean } = { path: null, tookFocus: false };

/** Of what a heading takes the place of, itself or the reason that there was none: the focus in it goes on to that. */
export function useFocusGoesOn<Element extends HTMLElement>(): RefObject<Element | null> {
  const root = useRef<Element>(null);
  useLayoutEffect(() => {
    const element = root.current;
    return () => {
      if (element?.contains(document.activeElement)) last.tookFocus = true;
    };
  }, []);
  return root;
}

interface HeadingProps {
  /** Of the document. */
  title: string;
  /** What the heading says, if it is not the title. */
  children?: ReactNode;
  /** Only heard: what comes in its place is not known yet. */
  hidden?: boolean;
}

/** The page's h1. Names the document; takes the focus where another page led here, or where it takes another's place. */
export function Heading({ title, children, hidden = false }: HeadingProps) {
  const { copy } = useText();
  const { pathname } = useLocation();
  const heading = useFocusGoesOn<HTMLHeadingElement>();
  useEffect(() => {
    document.title = `${title} · ${brand.name ?? copy.app.name}`;
  }, [title, copy]);
  useEffect(() => {
    const isNewPage = last.path !== null && last.path !== pathname;
    const takesPlace = last.tookFocus && document.activeElement === document.body;
    last.path = pathname;
    last.tookFocus = false;
    if (isNewPage) window.scrollTo(0, 0);
    if (isNewPage || takesPlace) heading.current?.focus({ preventScroll: true });
  }, [pathname, heading]);
  return (
    <h1 ref={heading} tabIndex={-1} className={hidden ? 'visually-hidden' : undefined}>
      {children ?? title}
    </h1>
  );
}
