import { z } from 'zod';

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
