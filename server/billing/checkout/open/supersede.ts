import type { Adapter } from '../../../adapters/adapter.ts';
import type { CheckoutSnapshot } from '../../../adapters/calls.ts';
import type { Checkout } from '../../../database/generated/client.ts';
import type { Applying, With } from '../../context.ts';
import { syncCheckouts } from '../../sync/syncCheckouts.ts';
import { closeCheckout } from './claim.ts';

/**
 * Before another checkout replaces an open one, the provider is asked about it and ends it if it can. false: it was
 * paid in the meantime, and the records now include the purchase. Rejects when the provider is unavailable, so that
 * nothing is bought twice.
 */
export async function endForAnother(billing: Applying, older: Checkout): Promise<boolean> {
  const adapter = billing.adapters.get(older.provider);
  if (!adapter || !older.sessionId) return true;
  const state = await endSession(billing, adapter, older.sessionId);
  if (state === 'complete') {
    await syncCheckouts(billing, older.userId);
    await closeCheckout(billing, older.id);
    return false;
  }
  if (state === 'ended') await markEnded(billing, older.id);
  return true;
}

async function endSession(
  billing: With<'log'>,
  adapter: Adapter,
  sessionId: string,
): Promise<CheckoutSnapshot['state']> {
  const { state } = await adapter.fetchCheckout(sessionId);
  if (state !== 'open' || !adapter.endCheckout) return state;
  try {
    await adapter.endCheckout(sessionId);
    return 'ended';
  } catch (error) {
    // It may just have been paid.
    const now = await adapter.fetchCheckout(sessionId);
    if (now.state === 'open') billing.log.warn({ err: error, sessionId }, 'A superseded checkout stays open');
    return now.state;
  }
}

/** The provider is not asked about it any more. */
async function markEnded({ database }: With<'database'>, id: string): Promise<void> {
  await database.prisma.checkout.updateMany({ where: { id, endedAt: null }, data: { endedAt: new Date() } });
}
