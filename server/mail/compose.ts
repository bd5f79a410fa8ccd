import type { Language } from './language.ts';
import type { Mail, MailRequest, MailTexts } from './message.ts';
import { mailDe } from './texts/de.ts';
import { mailEn } from './texts/en.ts';

const texts: Record<Language, MailTexts> = { en: mailEn, de: mailDe };

/** Composes a mail in the reader's language, as text and as HTML with the same content. */
export function compose({ kind, to, language, link, about = '' }: MailRequest): Mail {
  const { kinds, linkHint } = texts[language];
  const { subject, body, action, note } = kinds[kind];
  const paragraphs = body(about);
  const button = action && link ? { action, link, linkHint } : null;
  const text = [...paragraphs, ...(button ? [`${button.action}:\n${button.link}`] : []), note].join('\n\n');
  return { to, subject, text: `${text}\n`, html: toHtml({ language, subject, paragraphs, button, note }) };
}

interface Price {
  /** A decimal string. */
  amount: string;
  /** A code in either case. */
  currency: string;
  taxIncluded: boolean | null;
}

/** A price as readers of the language expect it. */
export function priceIn(language: Language, { amount, currency, taxIncluded }: Price): string {
  const price = new Intl.NumberFormat(language, { style: 'currency', currency }).format(Number(amount));
  return taxIncluded === false ? texts[language].plusTax(price) : price;
}

interface Content {
  language: Language;
  subject: string;
  paragraphs: string[];
  button: { action: string; link: string; linkHint: string } | null;
  note: string;
}

const QUIET = 'color:#5b6660;font-size:14px';
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#17634a;color:#ffffff;text-decoration:none';

function toHtml({ language, subject, paragraphs, button, note }: Content): string {
  const lines = paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`);
  const link = button && escaped(button.link);
  const action = button
    ? [
        `<p><a href="${link}" style="${BUTTON}">${escaped(button.action)}</a></p>`,
        `<p style="${QUIET}">${escaped(button.linkHint)}<br><a href="${link}">${link}</a></p>`,
      ]
    : [];
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 sans-serif;color:#16201c"><div style="max-width:560px;margin:0 auto">
<h1 style="font-size:20px">${escaped(subject)}</h1>
${[...lines, ...action].join('\n')}
<p style="${QUIET}">${escaped(note)}</p>
</div></body></html>
`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
