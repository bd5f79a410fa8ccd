import { z } from 'zod';
import type { Settings } from '../types.ts';
import { endsSettings, endsShape } from './ends.ts';
import { optional } from './words.ts';

const onOrOff = optional(z.enum(['on', 'off']));

/** What is sold, and whether anything is. */
export const salesShape = {
  CHECKOUT_DISCOUNT_CODES: onOrOff,
  CHECKOUT_TAX: onOrOff,
  DUPLICATES: optional(z.enum(['cancel', 'report'])),
  SELLING: onOrOff,
  ...endsShape,
  RECOVERY: onOrOff,
};

type Sales = Pick<Settings, 'checkout' | 'duplicates' | 'selling' | 'ends' | 'recovery'>;

export function salesSettings(given: z.output<z.ZodObject<typeof salesShape>>): Sales {
  return {
    checkout: { discountCodes: given.CHECKOUT_DISCOUNT_CODES === 'on', tax: given.CHECKOUT_TAX === 'on' },
    duplicates: given.DUPLICATES ?? 'cancel',
    selling: given.SELLING !== 'off',
    ...endsSettings(given),
    recovery: given.RECOVERY === 'on',
  };
}
