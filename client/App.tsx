import { lazy } from 'react';
import { Route, Routes } from 'react-router';
import { RequireUser } from './components/account/RequireUser.tsx';
import { Layout } from './components/ui/Layout.tsx';
import { HomePage } from './pages/HomePage.tsx';

const PricingPage = lazy(async () => ({ default: (await import('./pages/PricingPage.tsx')).PricingPage }));
const AccountPage = lazy(async () => ({ default: (await import('./pages/AccountPage.tsx')).AccountPage }));
const DashboardPage = lazy(async () => ({ default: (await import('./pages/DashboardPage.tsx')).DashboardPage }));
const ChangePlanPage = lazy(async () => ({ default: (await import('./pages/ChangePlanPage.tsx')).ChangePlanPage }));
const PaymentsPage = lazy(async () => ({ default: (await import('./pages/PaymentsPage.tsx')).PaymentsPage }));
const PendingPaymentPage = lazy(async () => ({
  default: (await import('./pages/PendingPaymentPage.tsx')).PendingPaymentPage,
}));
const OrganisationPage = lazy(async () => ({
  default: (await import('./components/organisation/OrganisationPage.tsx')).OrganisationPage,
}));
const OperatorPage = lazy(async () => ({ default: (await import('./pages/OperatorPage.tsx')).OperatorPage }));
const SettingsPage = lazy(async () => ({ default: (await import('./pages/SettingsPage.tsx')).SettingsPage }));
const AccountDeletedPage = lazy(async () => ({
  default: (await import('./pages/AccountDeletedPage.tsx')).AccountDeletedPage,
}));
const RequestPage = lazy(async () => ({ default: (await import('./pages/RequestPage.tsx')).RequestPage }));
const VerifyAddressPage = lazy(async () => ({
  default: (await import('./pages/VerifyAddressPage.tsx')).VerifyAddressPage,
}));
const PasswordResetPage = lazy(async () => ({
  default: (await import('./pages/PasswordResetPage.tsx')).PasswordResetPage,
}));
const NotFoundPage = lazy(async () => ({ default: (await import('./pages/NotFoundPage.tsx')).NotFoundPage }));

/** Every address of the site. */
export function App() {
  return (
    <Routes>
      <Route element={<Layout />}>
        <Route index element={<HomePage />} />
        <Route path="pricing" element={<PricingPage />} />
        <Route path="sign-in" element={<AccountPage key="sign-in" mode="sign-in" />} />
        <Route path="sign-up" element={<AccountPage key="sign-up" mode="sign-up" />} />
        <Route path="verify-address" element={<VerifyAddressPage />} />
        <Route path="forgot-password" element={<PasswordResetPage key="forgot" />} />
        <Route path="reset-password" element={<PasswordResetPage key="reset" />} />
        <Route element={<RequireUser />}>
          <Route path="dashboard" element={<DashboardPage />} />
          <Route path="organisation" element={<OrganisationPage />}>
            <Route index element={<DashboardPage />} />
            <Route path="pricing" element={<PricingPage />} />
            <Route path="change-plan" element={<ChangePlanPage />} />
            <Route path="pending-payment" element={<PendingPaymentPage />} />
            <Route path="payments" element={<PaymentsPage />} />
          </Route>
          <Route path="change-plan" element={<ChangePlanPage />} />
          <Route path="pending-payment" element={<PendingPaymentPage />} />
          <Route path="payments" element={<PaymentsPage />} />
          <Route path="account" element={<SettingsPage />} />
          <Route path="operator" element={<OperatorPage key="deliveries" view="deliveries" />} />
          <Route path="operator/person" element={<OperatorPage key="person" view="person" />} />
          <Route path="operator/drift" element={<OperatorPage key="drift" view="drift" />} />
          <Route path="operator/jobs" element={<OperatorPage key="jobs" view="jobs" />} />
        </Route>
        <Route path="cancel" element={<RequestPage key="cancel" kind="cancel" />} />
        <Route path="withdraw" element={<RequestPage key="withdraw" kind="withdraw" />} />
        <Route path="account-deleted" element={<AccountDeletedPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}
