import type { Interval } from '../trpc.ts';

/** Where to go after signing in: a path of this site, else `fallback`. Judged as a browser would resolve it. */
export function safePath(wanted: string | null, fallback = '/dashboard'): string {
  const here = 'https://here.invalid';
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, here)) return fallback;
  const { origin, pathname, search, hash } = new URL(wanted, here);
  return origin === here && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : fallback;
}

/** The sign-in or sign-up page that leads back to `next`; `ended`: says that a session has ended. */
export function accountPath(page: 'sign-in' | 'sign-up', next: string, ended = false): string {
  return `/${page}?${new URLSearchParams({ next, ...(ended ? { ended: '1' } : {}) })}`;
}

/** Where people sign in elsewhere; `{return}` in it stands for the address that they come back to. */
export function signInAddress(signInUrl: string, next: string): string {
  return signInUrl.replace('{return}', encodeURIComponent(next));
}

/** `seats`: absent where the plan isn't sold by the seat. */
export function pricingPath(plan: string | null, interval: Interval, seats?: number): string {
  const query = new URLSearchParams({ ...(plan ? { plan } : {}), ...(interval === 'month' ? {} : { interval }) });
  if (seats !== undefined) query.set('seats', `${seats}`);
  return query.size > 0 ? `/pricing?${query}` : '/pricing';
}

/** Where a change of plan is confirmed. */
export function changePath(plan: string, interval: Interval, seats?: number): string {
  const query = new URLSearchParams({ plan, interval });
  if (seats !== undefined) query.set('seats', `${seats}`);
  return `/change-plan?${query}`;
}

/** The same page, for the reader's organisation. */
export function organisationPath(path: string): string {
  return `/organisation${path.replace(/^\/dashboard/, '')}`;
}

/** The plan that a `next` path leads back to; null: none. */
export function planOfPath(path: string): string | null {
  const { pathname, searchParams } = new URL(path, 'https://here.invalid');
  return pathname === '/pricing' ? searchParams.get('plan') : null;
}

export function readInterval(value: string | null): Interval {
  return value === 'year' || value === 'one_time' ? value : 'month';
}

/** Where a checkout comes back to: the same plan stays picked when it is canceled. */
export function checkoutReturns(
  plan: string,
  interval: Interval,
  seats?: number,
): { successUrl: string; cancelUrl: string } {
  const kind = interval === 'one_time' ? '&kind=one_time' : '';
  return {
    successUrl: `/dashboard?checkout=success${kind}`,
    cancelUrl: `${pricingPath(plan, interval, seats)}&checkout=canceled`,
  };
}
