import type { ComponentType, ReactNode } from 'react';
import { RequireUser } from './components/account/RequireUser.tsx';
import { Layout } from './components/ui/Layout.tsx';
import { NEWEST_PAYMENTS } from './hooks/usePayments.ts';
import { HomePage } from './pages/HomePage.tsx';
import { addressOfCalls, type FirstCall } from './router/firstCalls.ts';
import { lazyPage } from './router/lazyPage.tsx';
import { useLocation } from './router/Router.tsx';
import { type Language, readLanguage } from './text/language.ts';
import { pageCopy } from './text/usePageText.ts';

const Pricing = lazyPage('pages/PricingPage.tsx', async () => (await import('./pages/PricingPage.tsx')).PricingPage);

/** With the copy that only the plans do without. */
const page = <Props extends object>(file: string, read: () => Promise<ComponentType<Props>>) =>
  Object.assign(
    lazyPage(file, async () => (await Promise.all([read(), pageCopy.load(readLanguage())]))[0]),
    { hasCopy: true },
  );

const Account = page('pages/AccountPage.tsx', async () => (await import('./pages/AccountPage.tsx')).AccountPage);
const Dashboard = page(
  'pages/DashboardPage.tsx',
  async () => (await import('./pages/DashboardPage.tsx')).DashboardPage,
);
const ChangePlan = page(
  'pages/ChangePlanPage.tsx',
  async () => (await import('./pages/ChangePlanPage.tsx')).ChangePlanPage,
);
const PendingPayment = page(
  'pages/PendingPaymentPage.tsx',
  async () => (await import('./pages/PendingPaymentPage.tsx')).PendingPaymentPage,
);
const Payments = page('pages/PaymentsPage.tsx', async () => (await import('./pages/PaymentsPage.tsx')).PaymentsPage);
const Organisation = lazyPage(
  'components/organisation/OrganisationPage.tsx',
  async () => (await import('./components/organisation/OrganisationPage.tsx')).OrganisationPage,
);
const Operator = page('pages/OperatorPage.tsx', async () => (await import('./pages/OperatorPage.tsx')).OperatorPage);
const Settings = page('pages/SettingsPage.tsx', async () => (await import('./pages/SettingsPage.tsx')).SettingsPage);
const Request = page('pages/RequestPage.tsx', async () => (await import('./pages/RequestPage.tsx')).RequestPage);
const AccountDeleted = page(
  'pages/AccountDeletedPage.tsx',
  async () => (await import('./pages/AccountDeletedPage.tsx')).AccountDeletedPage,
);
const VerifyAddress = page(
  'pages/VerifyAddressPage.tsx',
  async () => (await import('./pages/VerifyAddressPage.tsx')).VerifyAddressPage,
);
const PasswordReset = page(
  'pages/PasswordResetPage.tsx',
  async () => (await import('./pages/PasswordResetPage.tsx')).PasswordResetPage,
);
const NotFound = lazyPage(
  'pages/NotFoundPage.tsx',
  async () => (await import('./pages/NotFoundPage.tsx')).NotFoundPage,
);

interface Address {
  page: ReactNode;
  /** The code that it needs. */
  code?: { file: string; hasCopy?: boolean; load(): Promise<unknown> };
  /** Who may see it; absent: everyone. */
  for?: 'user' | 'organisation';
  /** What it asks for first, beside who reads it. */
  asks?: FirstCall[];
}

const OWN = { path: 'subscription.live' };
const ORGANISATION = { path: 'subscription.organisation' };
const DASHBOARD = [
  OWN,
  { path: 'subscription.access' },
  ORGANISATION,
  { path: 'payments.list', input: NEWEST_PAYMENTS },
];

/** Every address of the site. */
const addresses: Record<string, Address> = {
  '/': { page: <HomePage /> },
  '/pricing': { page: <Pricing />, code: Pricing },
  '/sign-in': { page: <Account mode="sign-in" />, code: Account },
  '/sign-up': { page: <Account mode="sign-up" />, code: Account },
  '/verify-address': { page: <VerifyAddress />, code: VerifyAddress },
  '/forgot-password': { page: <PasswordReset />, code: PasswordReset },
  '/reset-password': { page: <PasswordReset />, code: PasswordReset },
  '/dashboard': { page: <Dashboard />, code: Dashboard, for: 'user', asks: DASHBOARD },
  '/organisation': { page: <Dashboard />, code: Dashboard, for: 'organisation' },
  '/organisation/pricing': { page: <Pricing />, code: Pricing, for: 'organisation' },
  '/organisation/change-plan': { page: <ChangePlan />, code: ChangePlan, for: 'organisation' },
  '/organisation/pending-payment': { page: <PendingPayment />, code: PendingPayment, for: 'organisation' },
  '/organisation/payments': { page: <Payments />, code: Payments, for: 'organisation' },
  '/payments': { page: <Payments />, code: Payments, for: 'user', asks: [OWN] },
  '/change-plan': { page: <ChangePlan />, code: ChangePlan, for: 'user', asks: [OWN] },
  '/pending-payment': { page: <PendingPayment />, code: PendingPayment, for: 'user', asks: [OWN] },
  '/account': { page: <Settings />, code: Settings, for: 'user' },
  '/operator': { page: <Operator view="needs" />, code: Operator, for: 'user' },
  '/operator/deliveries': { page: <Operator view="deliveries" />, code: Operator, for: 'user' },
  '/operator/person': { page: <Operator view="person" />, code: Operator, for: 'user' },
  '/operator/drift': { page: <Operator view="drift" />, code: Operator, for: 'user' },
  '/operator/jobs': { page: <Operator view="jobs" />, code: Operator, for: 'user' },
  '/cancel': { page: <Request key="cancel" kind="cancel" />, code: Request },
  '/withdraw': { page: <Request key="withdraw" kind="withdraw" />, code: Request },
  '/account-deleted': { page: <AccountDeleted />, code: AccountDeleted },
  ...(import.meta.env.DEV ? lookAddress() : {}),
};

/** What pages are made of, which only development serves: a build leaves it out. */
function lookAddress(): Record<string, Address> {
  const Look = page('look/book/LookPage.tsx', async () => (await import('./look/book/LookPage.tsx')).LookPage);
  return { '/look': { page: <Look />, code: Look } };
}

const nowhere: Address = { page: <NotFound />, code: NotFound };

function addressOf(pathname: string): Address {
  const path = pathname.toLowerCase().replace(/\/+$/, '') || '/';
  return Object.hasOwn(addresses, path) ? (addresses[path] ?? nowhere) : nowhere;
}

/** Loads the code of the page at an address. */
export async function loadPage(pathname: string): Promise<void> {
  await addressOf(pathname).code?.load();
}

/** The files with the code and the words of the page at an address, from the client's folder. */
export function filesOf(pathname: string, language: Language): string[] {
  const { code } = addressOf(pathname);
  const words = code?.hasCopy ? [`text/pages.${language}.ts`] : [];
  return [`text/${language}.ts`, ...words, ...(code ? [code.file] : [])];
}

/** The request, from the site's root, that whoever may be signed in begins a page with; null: its page asks nobody first. */
export function firstRequestOf(pathname: string): string | null {
  const { for: readers, asks = readers === 'organisation' ? [ORGANISATION] : [] } = addressOf(pathname);
  return readers ? addressOfCalls([{ path: 'session.me' }, ...asks]) : null;
}

export function App() {
  const address = addressOf(useLocation().pathname);
  return <Layout>{guarded(address)}</Layout>;
}

function guarded({ page, for: readers }: Address): ReactNode {
  if (!readers) return page;
  return <RequireUser>{readers === 'organisation' ? <Organisation>{page}</Organisation> : page}</RequireUser>;
}
