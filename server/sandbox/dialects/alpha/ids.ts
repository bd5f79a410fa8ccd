import { randomText } from '../../core/random.ts';
import type { IdKind } from '../dialect.ts';

const forms: Record<IdKind, [prefix: string, length: number]> = {
  customer: ['cus_', 14],
  card: ['pm_', 24],
  checkout: ['cs_test_', 58],
  portal: ['bps_', 24],
  subscription: ['sub_', 24],
  item: ['si_', 14],
  invoice: ['in_', 24],
  line: ['il_', 24],
  payment: ['pi_', 24],
  charge: ['ch_', 24],
  refund: ['re_', 24],
  dispute: ['du_', 24],
  coupon: ['', 8],
  code: ['promo_', 24],
  schedule: ['sub_sched_', 24],
  event: ['evt_', 24],
  endpoint: ['we_', 24],
  price: ['price_', 24],
  product: ['prod_', 14],
  clock: ['clock_', 24],
};

/** Ids in the company's format. */
export function newId(kind: IdKind, words?: string): string {
  const [prefix, length] = forms[kind];
  return prefix + randomText(length, words);
}
