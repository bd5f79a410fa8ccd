import type { Brand } from '../brand/brand.ts';
import { escapeHtml } from '../brand/escape.ts';
import { type Roles, rolesOf } from '../brand/roles.ts';
import type { Mail } from './message.ts';

/** A composed mail in the brand's name and colours; it is dressed when it is sent, with the brand of that day. */
export function dress(mail: Mail, { name, color, support }: Brand): Mail {
  const roles = rolesOf(color, 'light');
  const contact = support?.replace(/^mailto:/, '');
  const signature = [name, contact].filter(Boolean).join(' · ');
  const quiet = `color:${roles['ink-2']};font-size:13px`;
  const link = `<a href="${escapeHtml(support ?? '')}" class="link" style="color:${roles['accent-ink']}">${escapeHtml(contact ?? '')}</a>`;
  const said = [name && escapeHtml(name), contact && link].filter(Boolean).join(' · ');
  const places: Record<string, string> = {
    ...roles,
    dark: darkStyle(rolesOf(color, 'dark')),
    head: name ? `<p style="margin:0 0 20px;font-weight:600">${escapeHtml(name)}</p>\n` : '',
    foot: said ? `<p class="quiet" style="${quiet}">${said}</p>\n` : '',
  };
  return {
    ...mail,
    text: signature ? `${mail.text}\n-- \n${signature}\n` : mail.text,
    html: mail.html.replace(/%([\w-]+)%/g, (place, role: string) => places[role] ?? place),
  };
}

/** For programs in dark mode; what the elements say themselves is light. */
function darkStyle(roles: Roles): string {
  const rules = {
    page: `background:${roles.paper}!important;color:${roles.ink}!important`,
    sheet: `background:${roles.sheet}!important`,
    quiet: `color:${roles['ink-2']}!important`,
    button: `background:${roles.accent}!important;color:${roles['on-accent']}!important`,
    link: `color:${roles['accent-ink']}!important`,
  };
  const said = Object.entries(rules).map(([name, rule]) => `.${name}{${rule}}`);
  return `<style>@media (prefers-color-scheme:dark){${said.join('')}}</style>`;
}
