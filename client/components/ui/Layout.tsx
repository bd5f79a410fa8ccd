import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useText } from '../../text/useText.tsx';
import { LiveRecords } from '../subscription/LiveRecords.tsx';
import { AnnouncerProvider } from './Announcer.tsx';
import { CrashBoundary } from './CrashBoundary.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import classes from './Layout.module.css';

/** The frame of every page. */
export function Layout() {
  const { copy } = useText();
  const { pathname } = useLocation();
  return (
    <AnnouncerProvider>
      <div className={classes.frame}>
        <a className={classes.skip} href="#content">
          {copy.app.skip}
        </a>
        <LiveRecords />
        <Header />
        <main id="content" tabIndex={-1} className={classes.main}>
          <CrashBoundary key={pathname}>
            <Suspense fallback={<PageLoading />}>
              <Outlet />
            </Suspense>
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
