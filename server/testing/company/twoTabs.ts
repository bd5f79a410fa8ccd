import type { SandboxedApp } from '../app/sandboxedApp.ts';

interface Books {
  subscriptions: { id: string; customerId: string; status: string; plan: string; cancelAtPeriodEnd: boolean }[];
  invoices: { subscriptionId: string; amount: number; refunded: number; status: string }[];
  customers: { id: string; email: string }[];
}

export type OwnBooks = Awaited<ReturnType<ReturnType<typeof twoTabs>['books']>>;

/** Somebody with two tabs (business.md, B1), and what the company's own books hold of them. */
export function twoTabs(app: SandboxedApp, person: { email: string; cookie: string }) {
  const { billing } = app.deps;
  const checkout = (plan: string) =>
    app.as<{ sessionId: string }>(person.cookie, '/api/payments/checkout', { plan }).then(({ sessionId }) => sessionId);
  const payPage = (sessionId: string) =>
    app.control<{ subscriptionId: string }>('POST', `checkouts/${sessionId}/pay`, {});
  /** All pages are open, as where the company ends none when another supersedes it: alpha ends its own. */
  const openAll = async <Plans extends readonly string[]>(...plans: Plans) => {
    const pages: string[] = [];
    const endCheckout = billing.adapter.endCheckout;
    Object.assign(billing.adapter, { endCheckout: undefined });
    for (const plan of plans) pages.push(await checkout(plan));
    Object.assign(billing.adapter, { endCheckout });
    return pages as { [Place in keyof Plans]: string };
  };
  const openBoth = () => openAll('starter', 'enterprise');
  return {
    checkout,
    payPage,
    async books() {
      const { customers, subscriptions, invoices } = await app.control<Books>('GET', 'truth');
      const own = customers.filter(({ email }) => email === person.email).map(({ id }) => id);
      const bought = subscriptions.filter(({ customerId }) => own.includes(customerId));
      const ids = bought.map(({ id }) => id);
      return { bought, invoices: invoices.filter(({ subscriptionId }) => ids.includes(subscriptionId)) };
    },
    /** From now on nothing is tried for nothing. */
    async spendTrial() {
      const { subscriptionId } = await payPage(await checkout('pro'));
      await app.settle();
      await app.control('POST', `subscriptions/${subscriptionId}/cancel_now`, {});
      await app.settle();
    },
    openAll,
    openBoth,
    async payBoth(): Promise<void> {
      for (const page of await openBoth()) await payPage(page);
      await app.settle();
    },
  };
}

export const liveOf = ({ bought }: OwnBooks) => bought.filter(({ status }) => status !== 'canceled');
