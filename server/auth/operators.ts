/** Whether an e-mail address is on the operators' list (`OPERATOR_EMAILS`, lower case). */
export function isOperator(email: string, operatorEmails: readonly string[]): boolean {
  return operatorEmails.includes(email.toLowerCase());
}
