/** An account without a proven address of its own has a placeholder below this domain. */
export const PLACEHOLDER_DOMAIN = '@unproven.invalid';

interface Addressed {
  email: string;
  wantedEmail?: string | null;
}

/** The address that an account goes by; empty: it lost the one that it had. */
export function addressOf({ email, wantedEmail }: Addressed): string {
  return email.endsWith(PLACEHOLDER_DOMAIN) ? (wantedEmail ?? '') : email;
}

/** Where mails go that nobody asked for; null: an address that is wanted is still somebody else's, who must not read them. */
export function mailAddressOf({ email }: Pick<Addressed, 'email'>): string | null {
  return email.endsWith(PLACEHOLDER_DOMAIN) ? null : email;
}

/** `addressOf` in SQL, for a row of "user". */
export const addressInSql = (alias: string) => `CASE WHEN ${alias}.email LIKE '%${PLACEHOLDER_DOMAIN}'
  THEN coalesce(${alias}."wantedEmail", '') ELSE ${alias}.email END`;
