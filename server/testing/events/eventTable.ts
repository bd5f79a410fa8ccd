import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect } from 'vitest';
import { startTestApp, type TestApp } from '../app/app.ts';
import { answerOf } from '../calls/requests.ts';
import { alphaEvent } from './alphaObjects.ts';

export const fresh = () => randomUUID().replaceAll('-', '');

/** One app for a test file that delivers alpha's events and checks the records. */
export function eventTable() {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());
  const prisma = () => app.deps.billing.database.prisma;
  return {
    prisma,
    /** Resolves to the event's ledger row. */
    async deliver(type: string, object: Record<string, unknown>, at = 0) {
      const event = alphaEvent(type, object, at);
      expect(await answerOf(await app.deliver(event))).toEqual({ status: 200, body: { received: true } });
      return prisma().webhookEvent.findFirstOrThrow({ where: { eventId: event.id } });
    },
    customerOf: (id: string) => prisma().customer.findFirst({ where: { providerCustomerId: id } }),
    subscriptionOf: (id: string) => prisma().subscription.findFirst({ where: { providerSubscriptionId: id } }),
    paymentOf: (id: string) => prisma().payment.findFirst({ where: { providerPaymentId: id } }),
  };
}
