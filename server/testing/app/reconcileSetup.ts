import { reconcile } from '../../billing/sync/reconcile/reconcile.ts';
import { wordObject } from '../../sandbox/wordEvent.ts';
import { listedIn, type SandboxCompany, startSandboxCompany } from '../company/sandboxCompany.ts';
import { alphaCustomer, alphaEvent, factOf, subscriptionOf } from '../events/alphaObjects.ts';
import { startTestApp, type TestApp } from './app.ts';

type Wish = Partial<Parameters<typeof reconcile>[1]>;

/** The service with provider alpha: a sandbox that sends no webhooks for the records that a test writes. */
export interface ReconcileSetup {
  company: SandboxCompany;
  app: TestApp;
  /** A second process on the same database. */
  peer: TestApp;
  /** Creates subscriptions here and at the provider: customer `cus_<id>`, subscription `sub_<id>` of user `u_<id>`. */
  subscribe(...ids: (string | number)[]): Promise<void>;
  /** Creates the customer `cus_<id>` of user `u_<id>`, without a subscription. */
  meet(id: string): Promise<void>;
  /** Reconciles with repair, triggered by a command, with no pause between calls; `wish` overrides these options. */
  run(wish?: Wish, app?: TestApp): ReturnType<typeof reconcile>;
  /** Customers whose subscriptions were requested from the provider, in the order of the requests. */
  listed(): Promise<string[]>;
  /** Deletes runs and recorded calls, and ends faults. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export async function startReconcileSetup(environment: Record<string, string> = {}): Promise<ReconcileSetup> {
  const company = await startSandboxCompany('alpha');
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
    async subscribe(...ids) {
      const facts = ids.map((id) => subscriptionOf(id));
      await company.know(...facts);
      for (const fact of facts) await deliver('customer.subscription.created', wordObject('alpha', fact));
    },
    async meet(id) {
      await company.know(factOf('customer.created', { userId: `u_${id}`, customerId: `cus_${id}` }));
      await deliver('customer.created', alphaCustomer(`cus_${id}`, `u_${id}`));
    },
    run: (wish, { deps: { billing } } = app) =>
      reconcile(billing, { adapter: billing.adapter, fix: true, trigger: 'command', paceMs: 0, repeatMs: 10, ...wish }),
    listed: async () => listedIn(await company.calls()),
    async reset() {
      await app.deps.billing.database.prisma.reconcileRun.deleteMany();
      await app.deps.billing.database.pool.query('DELETE FROM provider_pace');
      await company.reset();
    },
    async close() {
      await peer.close();
      await app.close();
      await company.close();
    },
  };
}
