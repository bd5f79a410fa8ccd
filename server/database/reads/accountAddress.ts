/** An account without its own verified address has a placeholder below this domain. */
export const PLACEHOLDER_DOMAIN = '@unproven.invalid';

interface Addressed {
  email: string;
  wantedEmail?: string | null;
}

/** The account's address; empty: it lost its own. */
export function addressOf({ email, wantedEmail }: Addressed): string {
  return email.endsWith(PLACEHOLDER_DOMAIN) ? (wantedEmail ?? '') : email;
}

/**
 * Where to send unrequested mails; null: the requested address still belongs to another user, who must not read them.
 */
export function mailAddressOf({ email }: Pick<Addressed, 'email'>): string | null {
  return email.endsWith(PLACEHOLDER_DOMAIN) ? null : email;
}

/** `addressOf` in SQL, for a row of "user". */
export const addressInSql = (alias: string) => `CASE WHEN ${alias}.email LIKE '%${PLACEHOLDER_DOMAIN}'
  THEN coalesce(${alias}."wantedEmail", '') ELSE ${alias}.email END`;
