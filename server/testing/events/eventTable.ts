import { afterAll, beforeAll, expect } from 'vitest';
import { startTestApp, type TestApp } from '../app/app.ts';
import { type AlphaEvent, freshName, recordsOf, tellAlpha } from '../app/twoProcesses.ts';
import { MOMENT } from './alphaObjects.ts';

interface Sending {
  /** Seconds after `MOMENT`; null: the event has no time. */
  at?: number | null;
  id?: string;
}

/** One service, without its workers, for a test file that delivers alpha's events and checks the records. */
export function eventTable() {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
    await app.deps.worker.stop();
  });
  afterAll(() => app.close());
  const prisma = () => app.deps.billing.database.prisma;
  return {
    app: () => app,
    prisma,
    records: () => recordsOf(app, 'alpha'),
    /** Resolves to the event's ledger row. */
    async tell(type: string, object: AlphaEvent['object'], { at = 0, id = `evt_${freshName()}` }: Sending = {}) {
      const { status, event } = await tellAlpha(app, { id, type, object, created: at === null ? null : MOMENT + at });
      expect(status).toBe(200);
      return event;
    },
    /** All records whose provider's id contains the key. */
    async all(key: string) {
      const contains = { contains: key };
      const [customers, subscriptions, payments] = await Promise.all([
        prisma().customer.findMany({ where: { providerCustomerId: contains } }),
        prisma().subscription.findMany({ where: { providerSubscriptionId: contains } }),
        prisma().payment.findMany({ where: { providerPaymentId: contains } }),
      ]);
      return { customers, subscriptions, payments };
    },
  };
}

/** The time at this number of seconds after `MOMENT`. */
export const date = (at: number) => new Date((MOMENT + at) * 1_000);
