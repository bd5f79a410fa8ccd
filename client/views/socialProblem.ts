import type { Copy } from '../text/en.ts';

/** Why nobody was signed in with an account elsewhere, by the code in the address that one came back to. */
export function socialProblem(code: string | null, { social }: Copy): string {
  if (code === 'access_denied') return social.canceled;
  return code === 'email_not_found' ? social.noEmail : social.failed;
}
