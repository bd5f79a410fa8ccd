import { applyEvent } from '../../events/applyEvent.ts';
import { readEvent, readUnsigned } from '../../events/judgeEvent.ts';
import type { CompareContext, CustomerDrift } from './compareCustomer.ts';

/** A hundred mean that the provider's list never ends. */
const MOST_PAGES = 100;

/**
 * Compares all disputes that the provider lists with ours, and applies those that differ like events. Those of payments
 * that we don't know are left out. `userId`: only this user's.
 */
export async function compareDisputes(context: CompareContext, userId: string | null): Promise<CustomerDrift[]> {
  const { listDisputes } = context.adapter;
  const drifts: CustomerDrift[] = [];
  let cursor: string | undefined;
  for (let pages = 0; listDisputes && pages < MOST_PAGES; pages += 1) {
    const page = await listDisputes({ cursor });
    for (const item of page.items) drifts.push(...(await compareDispute(context, item, userId)));
    cursor = page.nextCursor;
    if (cursor === undefined) break;
  }
  return drifts;
}

async function compareDispute(
  { billing, adapter, fix }: CompareContext,
  item: Record<string, unknown>,
  userId: string | null,
): Promise<CustomerDrift[]> {
  const { prisma } = billing.database;
  const { event, body } = readUnsigned(adapter, JSON.stringify(item));
  const said = await readEvent(adapter, event, { body });
  const { id = '', refund } = said.paymentUpdate ?? {};
  const payment = refund && (await prisma.payment.findUnique({ where: { id } }));
  if (!payment || (userId !== null && payment.userId !== userId)) return [];
  const statusHere = async () => (await prisma.refund.findUnique({ where: { id: refund.id } }))?.status ?? null;
  const ours = await statusHere();
  if (ours === refund.status) return [];
  // Its body says its state, so the ledger may hold it from an earlier run that was not to the end.
  if (fix) await applyEvent(billing, { ...said, replay: true });
  const fixed = fix && (await statusHere()) === refund.status;
  const customer = payment.customerId && (await prisma.customer.findUnique({ where: { id: payment.customerId } }));
  const providerCustomerId = customer ? customer.providerCustomerId : '';
  const place = { providerSubscriptionId: '', providerCustomerId, userId: payment.userId };
  return [{ class: 'dispute', ours, theirs: refund.status, fixed, ...place }];
}
