/** A mail that the shop would have sent. */
export interface KeptMail {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Real time, ISO 8601. */
  at: string;
}
