import type { Input } from '../control/input.ts';
import type { Company } from '../core/company.ts';
import { randomText } from '../core/random.ts';
import type { KeptMail } from './records.ts';

const MOST = 500;

export function keepMail(company: Company, input: Input): { id: string } {
  return company.store.transaction(() => {
    const fields = { to: input.text('to'), subject: input.text('subject'), text: input.text('text') };
    const id = `mail_${randomText(16)}`;
    const html = input.optional('html', (name) => input.text(name)) ?? '';
    company.store.put('mails', { id, ...fields, html, at: new Date().toISOString() });
    const [oldest] = company.store.all('mails');
    if (oldest && company.store.count('mails') > MOST) company.store.remove('mails', oldest.id);
    return { id };
  });
}

/** Newest first. @param to the recipient; empty: all mails */
export function mailsTo(company: Company, to: string): KeptMail[] {
  const mails = company.store.all('mails').reverse();
  return to === '' ? mails : mails.filter((mail) => mail.to.toLowerCase() === to.toLowerCase());
}
