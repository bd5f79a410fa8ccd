import type { Brand } from '../brand/brand.ts';
import { escapeHtml } from '../brand/escape.ts';
import { rolesOf } from '../brand/roles.ts';
import type { Mail } from './message.ts';

/** A composed mail in the brand's name and colours; it is dressed when it is sent, with the brand of that day. */
export function dress(mail: Mail, { name, color, support }: Brand): Mail {
  const roles = rolesOf(color, 'light');
  const contact = support?.replace(/^mailto:/, '');
  const signature = [name, contact].filter(Boolean).join(' · ');
  const quiet = `color:${roles['ink-2']};font-size:13px`;
  const link = `<a href="${escapeHtml(support ?? '')}" style="color:${roles['accent-ink']}">${escapeHtml(contact ?? '')}</a>`;
  const said = [name && escapeHtml(name), contact && link].filter(Boolean).join(' · ');
  const places: Record<string, string> = {
    ...roles,
    head: name ? `<p style="margin:0 0 20px;font-weight:600">${escapeHtml(name)}</p>\n` : '',
    foot: said ? `<p style="${quiet}">${said}</p>\n` : '',
  };
  return {
    ...mail,
    text: signature ? `${mail.text}\n-- \n${signature}\n` : mail.text,
    html: mail.html.replace(/%([\w-]+)%/g, (place, role: string) => places[role] ?? place),
  };
}
