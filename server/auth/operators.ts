interface Account {
  email: string;
  emailVerified: boolean;
}

/**
 * Whether a user is on the operators' list (`OPERATOR_EMAILS`, lower case): only a verified address counts, because
 * anyone can sign up with any address.
 */
export function isOperator({ email, emailVerified }: Account, operatorEmails: readonly string[]): boolean {
  return emailVerified && operatorEmails.includes(email.toLowerCase());
}
