import type { SandboxPrice } from '../options.ts';

export type Metadata = Record<string, string | number | boolean>;

/** A rule that makes a purchase cheaper: `percent` or `amount` (minor units of `currency`) off. */
export interface Coupon {
  id: string;
  name: string;
  /** What a buyer types; null: only the shop can apply it. */
  code: string | null;
  codeId: string;
  percent: number | null;
  amount: number | null;
  currency: string | null;
  /** For so many months from the purchase; `once`: the first bill alone. */
  duration: 'once' | 'repeating' | 'forever';
  months: number | null;
  active: boolean;
  redeemed: number;
  createdAt: number;
  metadata: Metadata;
}

export interface Price extends SandboxPrice {
  /** Made by the API: nothing in the options names it. */
  made?: true;
  /** Absent: its plan is its product. */
  product?: string;
  /** Absent: named after its plan and interval. */
  lookupKey?: string | null;
  /** false: no longer sold. */
  active?: boolean;
  metadata?: Metadata;
  createdAt?: number;
}

/** What prices are of, in dialects that keep the two apart; those of the options need no record. */
export interface Product {
  id: string;
  name: string;
  description: string | null;
  active: boolean;
  metadata: Metadata;
  createdAt: number;
}
