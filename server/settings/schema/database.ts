import { z } from 'zod';
import type { Settings } from '../types.ts';
import { databaseUrl } from './databaseUrl.ts';
import { optional } from './words.ts';

export const databaseShape = {
  DATABASE_URL: optional(databaseUrl),
  DATABASE_POOL: optional(z.coerce.number().int().min(2).max(500)),
  DATABASE_WAIT_SECONDS: optional(z.coerce.number().int().min(0).max(3_600)),
};

export function databaseSettings({
  DATABASE_URL: databaseUrl,
  DATABASE_POOL,
  DATABASE_WAIT_SECONDS,
}: z.output<z.ZodObject<typeof databaseShape>>): Pick<
  Settings,
  'databaseUrl' | 'databasePool' | 'databaseWaitSeconds'
> {
  return { databaseUrl, databasePool: DATABASE_POOL ?? 10, databaseWaitSeconds: DATABASE_WAIT_SECONDS ?? 60 };
}
