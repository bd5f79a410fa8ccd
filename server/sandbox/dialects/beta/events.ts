import type { Books } from '../../core/books.ts';
import type { Occurrence } from '../../core/occurrences.ts';
import type { Subscription } from '../../core/records.ts';
import type { NativeEvent } from '../dialect.ts';
import { newId } from './ids.ts';
import { envelope } from './message.ts';
import { completedCheckout } from './objects/checkout.ts';
import { dispute, refund } from './objects/refund.ts';
import { chargedSubscription, subscription } from './objects/subscription.ts';

type Of<K extends Occurrence['kind']> = Extract<Occurrence, { kind: K }>;
type NativeFact = [type: string, object: object];

/** The events that this company sends for an occurrence, in its order. It has none for customers, cards or notices. */
export function events(company: Books, occurrence: Occurrence): NativeEvent[] {
  return tell(company, occurrence).map(([name, object]) => {
    const id = newId('event');
    return { id, type: name, body: envelope({ id, at: company.clock.now(), name, object }) };
  });
}

function tell(company: Books, happened: Occurrence): NativeFact[] {
  switch (happened.kind) {
    case 'customer_created':
    case 'customer_updated':
    case 'customer_deleted':
    case 'card_changed':
    case 'checkout_created':
    case 'checkout_expired':
    case 'trial_will_end':
    case 'subscription_created':
    case 'card_added':
    // This company's API supports neither.
    case 'billed_besides':
    case 'written_off':
      return [];
    case 'checkout_completed':
      return completed(company, happened);
    case 'renewed':
      return renewed(company, happened);
    case 'recovered':
      return [paid(company, happened.subscription)];
    case 'payment_failed':
      return failed(company, happened);
    case 'subscription_changed':
      return changed(company, happened);
    case 'subscription_ended':
      return [['subscription.canceled', subscription(company, happened.subscription)]];
    case 'refunded':
      return [['refund.created', refund(company, happened.refund, happened.invoice)]];
    case 'dispute_opened':
      return [['dispute.created', dispute(company, happened.dispute, happened.invoice)]];
    case 'dispute_closed':
      return [];
  }
}

function completed(company: Books, { checkout, subscription: started }: Of<'checkout_completed'>): NativeFact[] {
  const sold: NativeFact = ['checkout.completed', completedCheckout(company, checkout)];
  if (!started) return [sold];
  if (started.status === 'trialing') return [sold, ['subscription.trialing', subscription(company, started)]];
  return [sold, ['subscription.active', subscription(company, started)], paid(company, started)];
}

function renewed(company: Books, { cause, before, subscription: now }: Of<'renewed'>): NativeFact[] {
  const update: NativeFact = ['subscription.update', subscription(company, now)];
  if (cause === 'trial_end') return [['subscription.active', subscription(company, now)], paid(company, now)];
  return cause === 'resumed' || before.pendingUpdate ? [update, paid(company, now)] : [paid(company, now)];
}

/** After the last attempt the paid period counts as expired; the end follows as a separate event. */
function failed(company: Books, { attempt, subscription: now }: Of<'payment_failed'>): NativeFact[] {
  const pastDue: NativeFact = ['subscription.past_due', chargedSubscription(company, now)];
  return attempt === 'last' ? [pastDue, ['subscription.expired', subscription(company, now)]] : [pastDue];
}

const changes = {
  plan: 'subscription.update',
  period: 'subscription.update',
  cancel_scheduled: 'subscription.scheduled_cancel',
  cancel_revoked: 'subscription.update',
  paused: 'subscription.paused',
  resumed: 'subscription.update',
  trial: 'subscription.update',
  pause_collection: 'subscription.update',
  metadata: 'subscription.update',
  expired: 'subscription.expired',
} as const;

function changed(company: Books, { change, invoice, subscription: now }: Of<'subscription_changed'>): NativeFact[] {
  if (change === 'unpaid') return [['subscription.unpaid', chargedSubscription(company, now)]];
  const told: NativeFact = [changes[change], subscription(company, now)];
  return invoice && invoice.total > 0 ? [told, paid(company, now)] : [told];
}

function paid(company: Books, of: Subscription): NativeFact {
  return ['subscription.paid', chargedSubscription(company, of)];
}
