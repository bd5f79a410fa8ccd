import type { Company } from '../../core/company.ts';
import { type Fragment, type Html, html } from '../../pages/html.ts';
import type { Sender } from '../../webhooks/sender.ts';

export interface Overview {
  company: Company;
  sender: Sender;
  /** Hidden CSRF token in every form. */
  token: string;
}

/** Number of latest entries to show. */
export const ROWS = 50;

/** A form for a change, posted to `/_sandbox/forms/<action>`. */
export function formOf({ token }: Pick<Overview, 'token'>, action: string, content: Fragment): Html {
  return html`<form method="post" action="/_sandbox/forms/${action}" class="inline">
<input type="hidden" name="token" value="${token}">${content}</form>`;
}

export function table(id: string, title: string, { head, rows }: { head: string[]; rows: Html[] }): Html {
  const cells = head.map((name) => html`<th scope="col">${name}</th>`);
  const body = html`<div class="scroll" tabindex="0" role="group" aria-labelledby="${id}"><table><thead><tr>${cells}</tr></thead><tbody>${rows}</tbody></table></div>`;
  return html`<section class="card" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${rows.length > 0 ? body : html`<p>None yet.</p>`}</section>`;
}
