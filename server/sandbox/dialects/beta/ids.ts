import { randomText } from '../../core/random.ts';
import type { IdKind } from '../dialect.ts';

const LENGTH = 22;

const prefixes: Record<IdKind, string> = {
  customer: 'cust_',
  card: 'pm_',
  checkout: 'ch_',
  portal: 'portal_',
  subscription: 'sub_',
  item: 'sitem_',
  invoice: 'inv_',
  line: 'line_',
  payment: 'tran_',
  charge: 'charge_',
  refund: 'ref_',
  dispute: 'disp_',
  coupon: 'dis_',
  code: 'code_',
  schedule: 'sched_',
  event: 'evt_',
  endpoint: 'wh_',
  price: 'prod_',
  product: 'prod_',
  clock: 'clock_',
};

/** Ids in the company's format. */
export function newId(kind: IdKind, words?: string): string {
  return prefixes[kind] + randomText(LENGTH, words);
}

/** Every completed checkout creates one order, which all later transactions of its subscription refer to. */
export function orderId(checkout: { id: string }): string {
  return checkout.id.replace('ch_', 'ord_');
}
