interface Account {
  email: string;
  emailVerified: boolean;
}

/** Whether someone is on the operators' list (`OPERATOR_EMAILS`, lower case): anybody can sign up with an address, so only a verified one counts. */
export function isOperator({ email, emailVerified }: Account, operatorEmails: readonly string[]): boolean {
  return emailVerified && operatorEmails.includes(email.toLowerCase());
}
