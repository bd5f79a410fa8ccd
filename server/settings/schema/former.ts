import { z } from 'zod';
import { type ProviderName, providerNames } from '../../adapters/index.ts';
import type { Settings } from '../types.ts';
import { listOf, optional } from './words.ts';

export const provider = z.enum(providerNames as [ProviderName, ...ProviderName[]]);

/** Providers that people bought at before. */
export const formerShape = {
  DRAINING_PROVIDERS: optional(listOf(provider)),
  IGNORE_FORMER: optional(listOf(provider)),
};
type FormerInput = z.output<z.ZodObject<typeof formerShape>>;

export function formerSettings(given: FormerInput, active: ProviderName): Pick<Settings, 'draining' | 'ignoreFormer'> {
  const draining = (given.DRAINING_PROVIDERS ?? []).filter((name) => name !== active);
  return { draining, ignoreFormer: given.IGNORE_FORMER ?? [] };
}
