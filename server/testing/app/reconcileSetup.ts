import { reconcile } from '../../billing/sync/reconcile/reconcile.ts';
import { type ListingCompany, listedCustomer, startListingCompany } from '../company/listingCompany.ts';
import { alphaCustomer, alphaEvent, alphaSubscription } from '../events/alphaObjects.ts';
import { startTestApp, type TestApp } from './app.ts';

type Wish = Partial<Parameters<typeof reconcile>[1]>;

/** The service of provider alpha before a company on loopback that answers at once. */
export interface ReconcileSetup {
  company: ListingCompany;
  app: TestApp;
  /** A second process on the same database. */
  peer: TestApp;
  /** Someone pays, here and at the company: customer `cus_<id>`, subscription `sub_<id>` of user `u_<id>`. */
  subscribe(id: string): Promise<void>;
  /** A customer `cus_<id>` of user `u_<id>`, without a subscription. */
  meet(id: string): Promise<void>;
  /** A repair by command without a pause between calls, unless told otherwise. */
  run(wish?: Wish, app?: TestApp): ReturnType<typeof reconcile>;
  /** Customers whose subscriptions the company was asked to list, in the order of the calls. */
  listed(): string[];
  /** Forgets runs, calls and faults. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export async function startReconcileSetup(environment: Record<string, string> = {}): Promise<ReconcileSetup> {
  const company = await startListingCompany();
  const given = { ALPHA_API_URL: company.url, ALPHA_RECONCILE_RATE: '16', ...environment };
  const app = await startTestApp(given);
  const peer = await startTestApp(given, app);
  const deliver = async (type: string, object: object) => {
    const { status } = await app.deliver(alphaEvent(type, { ...object }));
    if (status !== 200) throw new Error(`${type} was answered ${status}`);
  };
  return {
    company,
    app,
    peer,
    async subscribe(id) {
      const object = { ...alphaSubscription(id, `u_${id}`), id: `sub_${id}` };
      company.subscriptions.set(`sub_${id}`, { customer: `cus_${id}`, object });
      await deliver('customer.subscription.created', object);
    },
    meet: (id) => deliver('customer.created', alphaCustomer(`cus_${id}`, `u_${id}`)),
    run: (wish, { deps: { billing } } = app) =>
      reconcile(billing, { adapter: billing.adapter, fix: true, trigger: 'command', paceMs: 0, repeatMs: 10, ...wish }),
    listed: () => company.calls.flatMap(({ url }) => listedCustomer(url) ?? []),
    async reset() {
      await app.deps.billing.database.prisma.reconcileRun.deleteMany();
      await app.deps.billing.database.pool.query('DELETE FROM provider_pace');
      Object.assign(company, { calls: [], intercept: () => false, account: 'acct_1' });
      for (const set of [company.unknown, company.deleted]) set.clear();
    },
    async close() {
      await peer.close();
      await app.close();
      await company.close();
    },
  };
}
