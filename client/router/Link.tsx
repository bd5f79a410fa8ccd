import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { useLocation, useNavigate } from './Router.tsx';
import { addressAt } from './site.ts';

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** A path of this site. */
  to: string;
}

/** Without a new document; left to the browser where it would open elsewhere. */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const navigate = useNavigate();
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlain(event)) return;
    event.preventDefault();
    navigate(to);
  };
  return <a {...rest} href={addressAt(to)} onClick={go} />;
}

function isPlain({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}

interface NavLinkProps extends LinkProps {
  /** Only at this very address, not at those below it. */
  end?: boolean;
}

/** Says that it leads to where one is. */
export function NavLink({ end = false, ...rest }: NavLinkProps) {
  const { pathname } = useLocation();
  const isHere = pathname === rest.to || (!end && pathname.startsWith(`${rest.to}/`));
  return <Link aria-current={isHere ? 'page' : undefined} {...rest} />;
}
