import type { Company } from '../core/company.ts';
import { type Fragment, type Html, html } from '../pages/html.ts';
import type { Sender } from '../webhooks/sender.ts';

export interface Overview {
  company: Company;
  sender: Sender;
  /** Hidden in every form, so that no other page can send one. */
  token: string;
}

/** A form that changes something, sent to `/_sandbox/forms/<action>`. */
export function formOf({ token }: Pick<Overview, 'token'>, action: string, content: Fragment): Html {
  return html`<form method="post" action="/_sandbox/forms/${action}" class="inline">
<input type="hidden" name="token" value="${token}">${content}</form>`;
}
