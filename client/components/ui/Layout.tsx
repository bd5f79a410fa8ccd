import { lazy, type ReactNode, Suspense } from 'react';
import { useLocation } from '../../router/Router.tsx';
import { useText } from '../../text/useText.tsx';
import { trpc } from '../../trpc.ts';
import { AnnouncerProvider } from './Announcer.tsx';
import { CrashBoundary } from './CrashBoundary.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import classes from './Layout.module.css';

// Whoever isn't signed in has no records.
const LiveRecords = lazy(async () => ({
  default: (await import('../subscription/LiveRecords.tsx')).LiveRecords,
}));

/** The frame of every page. */
export function Layout({ children }: { children: ReactNode }) {
  const { copy } = useText();
  const { pathname } = useLocation();
  const me = trpc.session.me.useQuery();
  return (
    <AnnouncerProvider>
      <div className={classes.frame}>
        <a className={classes.skip} href="#content">
          {copy.app.skip}
        </a>
        {me.data && (
          <Suspense>
            <LiveRecords />
          </Suspense>
        )}
        <Header />
        <main id="content" tabIndex={-1} className={classes.main}>
          <CrashBoundary key={pathname}>
            <Suspense fallback={<PageLoading />}>{children}</Suspense>
          </CrashBoundary>
        </main>
        <Footer />
      </div>
    </AnnouncerProvider>
  );
}

/** As tall as a page, so that the footer stays where it is. */
export function PageLoading() {
  const { copy } = useText();
  return (
    <div className={classes.loading} aria-busy="true">
      <div className="visually-hidden">{copy.app.loading}</div>
    </div>
  );
}
