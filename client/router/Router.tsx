import {
  createContext,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';

import { addressAt, pathAt } from './site.ts';

/** Where the reader is. `state` is what led there handed on; a reload keeps it. */
export interface Place {
  pathname: string;
  /** With its `?`, or empty. */
  search: string;
  state: unknown;
}

export interface Going {
  /** Instead of where the reader is, so that "back" doesn't lead there. */
  replace?: boolean;
  state?: unknown;
}

type Navigate = (to: string, going?: Going) => void;

const RouterContext = createContext<{ place: Place; navigate: Navigate } | null>(null);

function readPlace(): Place {
  const { pathname, search } = window.location;
  return { pathname: pathAt(pathname), search, state: window.history.state };
}

interface RouterProps {
  /** Absent in browsers, which know it. */
  place?: Pick<Place, 'pathname' | 'search'>;
  children: ReactNode;
}

/** The reader's place, for all that is inside. Every address of the site is a fixed path, so there is nothing to match. */
export function Router({ place: given, children }: RouterProps) {
  const [place, setPlace] = useState<Place>(() => (given ? { ...given, state: null } : readPlace()));
  // A page is kept until the code of the next one is there; on the same page, what was chosen shows at once.
  const shown = useRef(place.pathname);
  const show = useCallback(() => {
    const next = readPlace();
    if (next.pathname === shown.current) return setPlace(next);
    shown.current = next.pathname;
    startTransition(() => setPlace(next));
  }, []);
  useEffect(() => {
    window.addEventListener('popstate', show);
    return () => window.removeEventListener('popstate', show);
  }, [show]);
  const navigate = useCallback<Navigate>(
    (to, { replace = false, state = null } = {}) => {
      window.history[replace ? 'replaceState' : 'pushState'](state, '', addressAt(to));
      show();
    },
    [show],
  );
  return <RouterContext value={useMemo(() => ({ place, navigate }), [place, navigate])}>{children}</RouterContext>;
}

function useRouter() {
  const router = useContext(RouterContext);
  if (!router) throw new Error('Links and places need a Router above them');
  return router;
}

export const useLocation = (): Place => useRouter().place;
export const useNavigate = (): Navigate => useRouter().navigate;

type SetQuery = (query: URLSearchParams, going?: Going) => void;

/** The address's query, and how to go to the same page with another one. */
export function useSearchParams(): [query: URLSearchParams, set: SetQuery] {
  const { place, navigate } = useRouter();
  const { pathname, search } = place;
  const query = useMemo(() => new URLSearchParams(search), [search]);
  const set = useCallback<SetQuery>(
    (next, going) => navigate(`${pathname}${next.size > 0 ? `?${next}` : ''}`, going),
    [pathname, navigate],
  );
  return [query, set];
}

/** Leads on as soon as it is shown. */
export function Navigate({ to }: { to: string }) {
  const { navigate } = useRouter();
  useLayoutEffect(() => navigate(to, { replace: true }), [to, navigate]);
  return null;
}
