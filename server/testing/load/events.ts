import { readFileSync } from 'node:fs';
import { signers } from '../company/sign.ts';
import { post } from './request.ts';

/** The webhook secret of all three providers. */
export const SECRET = 'whsec_bench_0123456789abcdef';
/** Unix time, in seconds. */
export const START = 1_767_000_000;

const fixture = new URL(
  '../../adapters/alpha/fixtures/customer.subscription.updated.trial-to-active.json',
  import.meta.url,
);
const template = JSON.parse(readFileSync(fixture, 'utf8'));

interface UpdateOptions {
  subscriptions: number;
  count: number;
  /** A number that makes the ids and times unique among all calls. */
  round: number;
}

/** Signed `customer.subscription.updated` requests, round robin over the subscriptions, in order of time. */
export function updateRequests({ subscriptions, count, round }: UpdateOptions): Buffer[] {
  return Array.from({ length: count }, (_, index) => {
    const number = index % subscriptions;
    const created = START + round * 1_000_000 + index;
    const event = structuredClone(template);
    Object.assign(event, { id: `evt_${round}_${index}`, created });
    const metadata = { userId: `user_${number}`, plan: 'pro', interval: 'month' };
    Object.assign(event.data.object, { id: `sub_bench${number}`, customer: `cus_bench${number}`, metadata });
    Object.assign(event.data.object.items.data[0], {
      current_period_start: created,
      current_period_end: created + 2_592_000,
    });
    Object.assign(event.data.object.items.data[0].price, { id: 'price_pro_month' });
    const payload = JSON.stringify(event);
    return post(payload, { ...signers.alpha?.(payload, SECRET) });
  });
}
