import { escapeHtml } from '../brand/escape.ts';
import type { Language } from './language.ts';
import type { Mail, MailFacts, MailRequest, MailTexts } from './message.ts';
import { mailDe } from './texts/de.ts';
import { mailEn } from './texts/en.ts';

const texts: Record<Language, MailTexts> = { en: mailEn, de: mailDe };

const NO_FACTS: MailFacts = {
  number: '',
  received: '',
  quote: '',
  wish: 'period_end',
  wishedFor: '',
  name: '',
  plan: '',
  isDue: false,
  date: '',
  time: '',
};

/** Composes a mail in the reader's language, as text and as HTML with the same content. */
export function compose({ kind, to, language, link, about = '', facts: given }: MailRequest): Mail {
  const { kinds, linkHint } = texts[language];
  const { subject: head, body, action, note } = kinds[kind];
  const facts = { ...NO_FACTS, ...given };
  const subject = typeof head === 'string' ? head : head(facts);
  const paragraphs = body(about, facts);
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
  interval: string;
}

/** A period's price as readers of the language expect it. */
export function priceIn(language: Language, { amount, currency, taxIncluded, interval }: Price): string {
  const price = new Intl.NumberFormat(language, { style: 'currency', currency }).format(Number(amount));
  const { plusTax, per } = texts[language];
  const whole = interval === 'month' || interval === 'year' ? per[interval](price) : price;
  return taxIncluded === false ? plusTax(whole) : whole;
}

export const unknownPlanIn = (language: Language): string => texts[language].unknownPlan;

interface Content {
  language: Language;
  subject: string;
  paragraphs: string[];
  button: { action: string; link: string; linkHint: string } | null;
  note: string;
}

/** `dress` puts the brand in these places. */
const QUIET = 'color:%ink-2%;font-size:14px';
const BUTTON =
  'display:inline-block;padding:11px 18px;border-radius:9px;background:%accent%;color:%on-accent%;font-weight:600;text-decoration:none';

/** "E-Mail" stays on one line. */
const inLines = (text: string) =>
  escapeHtml(text).replaceAll(/\bE-Mail\b/g, '<span style="white-space:nowrap">$&</span>');

function toHtml({ language, subject, paragraphs, button, note }: Content): string {
  const lines = paragraphs.map((paragraph) => `<p>${inLines(paragraph)}</p>`);
  const link = button && escapeHtml(button.link);
  const action = button
    ? [
        `<p><a href="${link}" class="button" style="${BUTTON}">${escapeHtml(button.action)}</a></p>`,
        `<p class="quiet" style="${QUIET}">${escapeHtml(button.linkHint)}<br><a href="${link}" class="link" style="color:%accent-ink%">${link}</a></p>`,
      ]
    : [];
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">%dark%<title>${escapeHtml(subject)}</title></head>
<body class="page" style="margin:0;padding:20px 12px;font:15px/1.55 sans-serif;background:%paper%;color:%ink%"><div class="sheet" style="max-width:520px;margin:0 auto;padding:28px 24px;border-radius:16px;background:%sheet%;overflow-wrap:anywhere;word-break:break-word">
%head%<h1 style="margin:0 0 16px;font-size:24px;font-weight:500;letter-spacing:-0.02em;line-height:1.2">${inLines(subject)}</h1>
${[...lines, ...action].join('\n')}
<p class="quiet" style="${QUIET}">${inLines(note)}</p>
%foot%</div></body></html>
`;
}
