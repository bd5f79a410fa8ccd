import { billBesides } from '../core/besides.ts';
import { renew } from '../core/billing.ts';
import { bankAccount, testCardFace } from '../core/cards.ts';
import { applyCode, nameTaxId, payWithCard, startWithoutCard } from '../core/checkout.ts';
import type { Company } from '../core/company.ts';
import { replaceCard } from '../core/customers.ts';
import { endSubscription } from '../core/ending.ts';
import { Refusal } from '../core/refusal.ts';
import { advanceClock } from '../core/schedule.ts';
import { tellStory } from '../core/story.ts';
import { failNext, markUnpaid, pause, resume } from '../core/subscriptions.ts';
import { taxBehaviors } from '../options.ts';
import { enableEndpoint, endpointById, OWN } from '../webhooks/endpoint.ts';
import { resend } from '../webhooks/outbox.ts';
import type { Delivery } from '../webhooks/records.ts';
import type { Sender } from '../webhooks/sender.ts';
import type { Input } from './input.ts';
import { stateOf } from './state.ts';

/** Simulates a shop for some days; see `core/story.ts`. */
export function story(company: Company, input: Input): object {
  const whole = (name: string, max: number) => () => Math.floor(input.number(name, { min: 1, max }));
  const customers = input.optional('customers', whole('customers', 2_000)) ?? 200;
  const days = input.optional('days', whole('days', 1_000)) ?? 365;
  const seed = input.optional('seed', whole('seed', 2 ** 31)) ?? 1;
  tellStory(company, { customers, days, seed });
  const { store, clock } = company;
  const counts = { customers: store.count('customers'), invoices: store.count('invoices') };
  return { ...counts, subscriptions: store.count('subscriptions'), now: new Date(clock.now()).toISOString() };
}

const MAX_STEP = 10_000;
const TIMES = { min: 1, max: 100 };
const AMOUNT = { min: 1, max: 1_000_000_000 };

export function moveClock(company: Company, input: Input): { now: string } {
  const read = (name: string, max: number) => input.optional(name, () => input.number(name, { min: 0, max }));
  const seconds = read('seconds', MAX_STEP * 86_400);
  advanceClock(company, { seconds, days: read('days', MAX_STEP), months: read('months', 120) });
  return { now: new Date(company.clock.now()).toISOString() };
}

/** Pays an open checkout without its page. */
export function pay(company: Company, checkoutId: string, input: Input): object {
  const checkout = company.store.get('checkouts', checkoutId);
  const known = company.store.get('customers', checkout?.customerId ?? '')?.email ?? checkout?.email;
  const email = input.optional('email', (name) => input.text(name)) ?? known ?? 'buyer@example.com';
  const number = input.optional('number', (name) => input.text(name)) ?? '4242424242424242';
  const code = input.optional('code', (name) => input.text(name));
  if (code !== undefined && !applyCode(company, checkoutId, code)) throw new Refusal('invalid', 'No such code', 'code');
  const taxId = input.optional('taxId', (name) => input.text(name));
  if (taxId !== undefined) nameTaxId(company, checkoutId, taxId);
  const outcome =
    number === 'none'
      ? startWithoutCard(company, checkoutId, email)
      : payWithCard(company, checkoutId, { email, card: number === 'bank_debit' ? bankAccount : testCardFace(number) });
  return outcome.kind === 'paid'
    ? { outcome: 'paid', subscriptionId: outcome.checkout.subscriptionId }
    : { outcome: outcome.kind };
}

export function changeCard(company: Company, input: Input): object {
  const customer = replaceCard(company, input.text('customerId'), testCardFace(input.text('number')));
  return { customerId: customer.id, cardId: customer.cardId };
}

const subscriptionActions = {
  cancel_now: (company: Company, id: string) => void endSubscription(company, id, 'immediately'),
  renew: (company: Company, id: string) =>
    renew(company, id, { cause: 'cycle', start: company.clock.now(), newAnchor: true }),
  pause: (company: Company, id: string) => void pause(company, id),
  resume: (company: Company, id: string) => resume(company, id),
  mark_unpaid: (company: Company, id: string) => void markUnpaid(company, id),
  fail_next: (company: Company, id: string, input: Input) =>
    void failNext(company, id, input.optional('times', (name) => input.number(name, TIMES)) ?? 1),
  bill: (company: Company, id: string, input: Input) =>
    void billBesides(company, id, input.optional('amount', (name) => input.number(name, AMOUNT)) ?? 500),
} as const;

export function actOnSubscription(
  company: Company,
  { id, action }: { id: string; action: string },
  input: Input,
): object {
  const run = Object.entries(subscriptionActions).find(([name]) => name === action)?.[1];
  if (!run)
    throw new Refusal(
      'not_found',
      `Unknown action ${action}: there are ${Object.keys(subscriptionActions).join(', ')}`,
    );
  run(company, id, input);
  return { id, status: company.store.get('subscriptions', id)?.status };
}

export function changePrice(company: Company, id: string, input: Input): object {
  const bounds = { min: 0, max: 1_000_000_000 };
  const perSeat = input.optional('perSeat', (name) => input.flag(name));
  const taxBehavior = input.optional('taxBehavior', (name) => input.oneOf(name, taxBehaviors));
  const patch = {
    amount: input.number('amount', bounds),
    ...(perSeat === undefined ? {} : { perSeat }),
    ...(taxBehavior === undefined ? {} : { taxBehavior }),
  };
  const { amount, currency } = company.act(() => company.changePrice(id, patch));
  return { id, amount, currency };
}

export function resendDelivery(company: Company, sender: Sender, id: string): Delivery {
  const delivery = company.store.get('deliveries', id);
  if (!delivery) throw new Refusal('not_found', `No such delivery: ${id}`);
  const again = resend(company.store, delivery);
  sender.add(again);
  return again;
}

/** Enables the endpoint; deliveries that were held back are sent now. */
export function enable(company: Company): object {
  enableEndpoint(company);
  return { disabled: false };
}

/** As after a first start. */
export function reset(company: Company, sender: Sender): object {
  sender.forget();
  company.reset();
  return stateOf(company, sender);
}

const POLL_MS = 20;
const MOST_NAMED = 20;

interface Settled {
  settled: boolean;
  pending: number;
  /** What was left when the time was over. */
  waitsFor: { type: string; url: string | undefined; attempts: number; nextAt: string | null; answer: string | null }[];
}

/** Resolves when no delivery is pending, or after the timeout. */
export async function settle(
  { company, sender }: { company: Company; sender: Sender },
  timeoutMs: number,
): Promise<Settled> {
  const end = Date.now() + timeoutMs;
  while (sender.pending > 0 && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  const waitsFor = sender.open.slice(0, MOST_NAMED).map((delivery) => ({
    type: delivery.eventType,
    url: endpointById(company, delivery.endpointId ?? OWN)?.url,
    attempts: delivery.attemptCount,
    nextAt: delivery.nextAt === null ? null : new Date(delivery.nextAt).toISOString(),
    answer: delivery.attempts.at(-1)?.answer ?? null,
  }));
  return { settled: sender.pending === 0, pending: sender.pending, waitsFor };
}
