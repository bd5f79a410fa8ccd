import { Router } from 'express';
import { localOnly } from '../control/guard.ts';
import type { Company } from '../core/company.ts';
import { type Fragment, type Html, html } from '../pages/html.ts';
import { type Page, sendPage } from '../pages/layout.ts';
import { mailsTo } from './mailbox.ts';
import type { KeptMail } from './records.ts';

const SHOWN = 50;

/** The mails that the shop would have sent, for trying it out without a mail server. */
export function mailboxRoute(company: Company): Router {
  return Router().get('/_sandbox/mailbox', localOnly(company), (request, response) => {
    sendPage(response, mailboxPage(mailsTo(company, String(request.query.to ?? ''))));
  });
}

function mailboxPage(mails: KeptMail[]): Page {
  const body = html`<h1>Mailbox</h1>
<p>Mails that your service would send lie here, since no mail server is set (MAIL_URL). Newest first.</p>
${mails.length === 0 ? html`<div class="card"><p>No mail yet.</p></div>` : mails.slice(0, SHOWN).map(mailCard)}`;
  return { title: 'Mailbox', body };
}

function mailCard({ id, to, subject, text, at }: KeptMail): Html {
  const paragraphs = text.trim().split(/\n{2,}/);
  return html`<article class="card" aria-labelledby="${id}"><h2 id="${id}">${subject}</h2>
<p class="small">To ${to}, <time datetime="${at}">${at.slice(0, 19).replace('T', ' ')} UTC</time></p>
${paragraphs.map((paragraph) => html`<p>${paragraph.split('\n').map(withLink)}</p>`)}</article>
`;
}

/** Turns a line that is a URL into a link. */
function withLink(line: string): Fragment {
  return /^https?:\/\/\S+$/.test(line) ? html`<br><a href="${line}">${line}</a>` : line;
}
