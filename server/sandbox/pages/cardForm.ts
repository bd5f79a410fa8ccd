import type { Request } from 'express';
import { type CardInput, type CardProblems, type TestCard, testCardFace } from '../core/cards.ts';
import { type Html, html } from './html.ts';

export interface CardForm extends CardInput {
  problems: CardProblems & { email?: string; code?: string };
  /** The problem of the form as a whole. */
  message?: string;
}

export const blankCard: CardForm = { number: '', expiry: '', cvc: '', problems: {} };
export const CHECK_FIELDS = 'Check the marked fields and try again.';

export interface Field {
  name: string;
  label: string;
  autocomplete: string;
  placeholder: string;
  value: string;
  problem?: string;
  email?: boolean;
  optional?: boolean;
}

export function field({ name, label, autocomplete, placeholder, value, problem, email, optional }: Field): Html {
  const invalid = html`aria-invalid="true" aria-describedby="${name}-problem"`;
  return html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${email ? 'email' : 'text'}" ${!email && !optional && html`inputmode="numeric"`} value="${value}"
 ${!optional && html`required`} autocomplete="${autocomplete}" placeholder="${placeholder}" ${problem && invalid}>
${problem && html`<p class="problem" id="${name}-problem">${problem}</p>`}
</div>`;
}

export function cardFields({ number, expiry, cvc, problems }: CardForm): Html {
  const card = { name: 'number', label: 'Card number', autocomplete: 'cc-number', placeholder: '1234 1234 1234 1234' };
  const until = { name: 'expiry', label: 'Expiry', autocomplete: 'cc-exp', placeholder: 'MM / YY' };
  const code = { name: 'cvc', label: 'CVC', autocomplete: 'cc-csc', placeholder: '123' };
  return html`${field({ ...card, value: number, problem: problems.number })}
<div class="pair">${field({ ...until, value: expiry, problem: problems.expiry })}${field({ ...code, value: cvc, problem: problems.cvc })}</div>`;
}

/** Placed after the form's own button, so that Enter in a field submits the form instead of filling in a test card. */
export function fillButtons(cards: readonly TestCard[]): Html {
  const buttons = cards.map(
    ({ number, hint }) => html`<button name="fill" value="${number}" formnovalidate>
<span class="digits">${number.replace(/(\d{4})(?=\d)/g, '$1 ')}</span> <span class="hint">${hint}</span></button>`,
  );
  return html`<fieldset class="fill"><legend>Test cards</legend>${buttons}</fieldset>`;
}

export function readCardForm(request: Request): CardForm {
  const fill = textOf(request, 'fill');
  if (fill === '') {
    return {
      number: textOf(request, 'number'),
      expiry: textOf(request, 'expiry'),
      cvc: textOf(request, 'cvc'),
      problems: {},
    };
  }
  const { expMonth, expYear } = testCardFace(fill);
  return { number: fill, expiry: `${expMonth} / ${expYear}`, cvc: '123', problems: {} };
}

/** The value of a form field; empty when absent. */
export function textOf(request: Request, name: string): string {
  const value = (request.body as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' ? value : '';
}
