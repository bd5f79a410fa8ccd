import { z } from 'zod';
import type { Settings } from '../types.ts';
import { optional } from './words.ts';

function hostsIn(value: string): string {
  const [authority = ''] = value.replace(/^[a-z]+:\/\//, '').split(/[/?#]/);
  return authority.slice(authority.lastIndexOf('@') + 1);
}

/** Never repeats the address, because it contains a password. */
function problemOf(value: string): string | undefined {
  if (!/^postgres(ql)?:\/\//.test(value)) return 'must begin with postgresql://';
  if (hostsIn(value).includes(','))
    return 'must name one host: use a DNS name, a proxy or a pooler that follows the primary (lists of hosts are not supported)';
  if (!URL.canParse(value))
    return 'is not an address: in a password, / # ? @ and % are written as %2F %23 %3F %40 and %25';
  return undefined;
}

/** One address of PostgreSQL. */
export const databaseUrl = z.string().superRefine((value, context) => {
  const message = problemOf(value);
  if (message) context.addIssue({ code: 'custom', message });
});

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
