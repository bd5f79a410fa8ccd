import type { SandboxPrice } from '../options.ts';

export type Metadata = Record<string, string | number | boolean>;

/** A discount on a purchase: `percent`, or `amount` in minor units of `currency`. */
export interface Coupon {
  id: string;
  name: string;
  /** The code that a buyer enters; null: only the shop can apply it. */
  code: string | null;
  codeId: string;
  percent: number | null;
  amount: number | null;
  currency: string | null;
  /** `repeating`: for `months` months from the purchase; `once`: only the first invoice. */
  duration: 'once' | 'repeating' | 'forever';
  months: number | null;
  active: boolean;
  redeemed: number;
  createdAt: number;
  metadata: Metadata;
}

export interface Price extends SandboxPrice {
  /** Created over the API, not by the options. */
  made?: true;
  /** Absent: the plan is the product. */
  product?: string;
  /** Absent: derived from plan and interval. */
  lookupKey?: string | null;
  /** false: no longer on sale. */
  active?: boolean;
  metadata?: Metadata;
  createdAt?: number;
}

/** What a price belongs to, in dialects that distinguish the two. Products of the options need no record. */
export interface Product {
  id: string;
  name: string;
  description: string | null;
  active: boolean;
  metadata: Metadata;
  createdAt: number;
}
