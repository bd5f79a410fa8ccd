import { testCards } from '../core/cards.ts';
import type { Company } from '../core/company.ts';
import { discountOn } from '../core/discounts.ts';
import { DAY_MS } from '../core/periods.ts';
import type { Checkout } from '../core/records.ts';
import { type CardForm, CHECK_FIELDS, cardFields, field, fillButtons } from './cardForm.ts';
import { day, days, money, rhythm } from './format.ts';
import { type Html, html } from './html.ts';
import { alert, type Page } from './layout.ts';

export interface FormState extends CardForm {
  email: string;
  code: string;
  taxId: string;
}

export function checkoutPage(company: Company, checkout: Checkout, form: FormState): Page {
  const failed = form.message ?? (Object.keys(form.problems).length > 0 && CHECK_FIELDS);
  return {
    title: 'Checkout',
    width: 'wide',
    body: html`<div class="split">
<section class="summary" aria-labelledby="what">${summary(company, checkout)}</section>
<section aria-labelledby="how">
<h2 id="how">${asksForCard(checkout) ? 'Pay with card' : 'Start without a card'}</h2>
${failed && alert(failed)}
<form method="post" action="/pay/${checkout.token}" novalidate>
${emailField(checkout, form)}
${asksForCard(checkout) && cardFields(form)}
${typedFields(checkout, form)}
<button class="primary">${payLabel(company, checkout)}</button>
${terms(company, checkout)}
${checkout.takes?.codes && html`<button name="apply" value="code" formnovalidate>Apply the discount code</button>`}
${asksForCard(checkout) && fillButtons(testCards)}
</form>
</section>
</div>`,
  };
}

/** A trial may start without a card. */
export function asksForCard({ withoutCard, trialDays }: Checkout): boolean {
  return !withoutCard || trialDays === 0;
}

function summary(company: Company, checkout: Checkout): Html {
  const price = company.price(checkout.priceId);
  const { trialDays, quantity, cancelUrl } = checkout;
  const off = discountOn(company, checkout.couponId, price.amount * quantity);
  const total = money(price.amount * quantity - off, price.currency);
  const free = money(0, price.currency);
  return html`${cancelUrl && html`<a class="back" href="${cancelUrl}">Back</a>`}
<h1 id="what">${price.interval === 'one_time' ? 'Buy' : 'Subscribe to'} ${price.label}</h1>
<p class="amount">${trialDays > 0 ? `${days(trialDays)} free` : total} ${trialDays === 0 && html`<small>${rhythm(price)}</small>`}</p>
${trialDays > 0 && html`<p>Then ${total} ${rhythm(price)}, starting ${day(company.clock.now() + trialDays * DAY_MS)}.</p>`}
<dl class="lines">
<div><dt>${price.label}${quantity > 1 && ` × ${quantity}`}</dt><dd>${money(price.amount * quantity, price.currency)}</dd></div>
${off > 0 && html`<div><dt>Discount</dt><dd>−${money(off, price.currency)}</dd></div>`}
<div class="total"><dt>Due today</dt><dd>${trialDays > 0 ? free : total}</dd></div>
</dl>`;
}

function emailField({ customerId }: Checkout, form: FormState): Html {
  if (customerId && form.email) {
    return html`<p class="fixed"><span>E-mail</span> ${form.email}</p><input type="hidden" name="email" value="${form.email}">`;
  }
  const words = { name: 'email', label: 'E-mail', autocomplete: 'email', placeholder: 'you@example.com' };
  return field({ ...words, value: form.email, problem: form.problems.email, email: true });
}

/** Optional fields for a discount code and a tax id. */
function typedFields({ takes }: Checkout, { code, taxId, problems }: FormState): Html {
  const blank = { autocomplete: 'off', placeholder: '', optional: true };
  return html`${takes?.taxId && field({ ...blank, name: 'taxId', label: 'Tax id (companies)', value: taxId })}
${takes?.codes && field({ ...blank, name: 'code', label: 'Discount code', value: code, problem: problems.code })}`;
}

function payLabel(company: Company, { priceId, trialDays }: Checkout): string {
  if (company.price(priceId).interval === 'one_time') return 'Pay';
  return trialDays > 0 ? 'Start trial' : 'Subscribe';
}

function terms(company: Company, { priceId }: Checkout): Html | null {
  if (company.price(priceId).interval === 'one_time') return null;
  return html`<p class="small">It renews by itself until you cancel, which you can do at any time.</p>`;
}

export function authenticationPage(company: Company, checkout: Checkout): Page {
  const price = company.price(checkout.priceId);
  const gross = price.amount * checkout.quantity;
  const due = gross - discountOn(company, checkout.couponId, gross);
  const amount = money(checkout.trialDays > 0 ? 0 : due, price.currency);
  return {
    title: 'Confirm your payment',
    body: html`<div class="card">
<h1>Confirm your payment</h1>
<p>Your bank asks whether this is you: <strong>${amount}</strong> today for ${price.label}, with the card ending in
${checkout.pending?.card.last4}.</p>
<form method="post" action="/pay/${checkout.token}/authenticate" class="actions">
<button class="primary" name="answer" value="complete">Complete authentication</button>
<button name="answer" value="fail">Fail authentication</button>
</form>
</div>`,
  };
}

/** Shown for a checkout that can no longer be paid. */
export function closedPage(company: Company, checkout: Checkout): Page {
  const paid = checkout.status === 'complete';
  const onward = paid ? company.dialect.successUrl(company, checkout) : checkout.cancelUrl;
  const title = paid ? 'This checkout is already paid' : 'This checkout has expired';
  const text = paid
    ? 'You were charged once. There is nothing left to do here.'
    : 'You were not charged. Go back to start again.';
  return {
    title,
    body: html`<div class="card"><h1>${title}</h1><p>${text}</p>
${onward && html`<p><a class="button" href="${onward}">${paid ? 'Continue' : 'Back'}</a></p>`}</div>`,
  };
}

export function notFoundPage(): Page {
  const text = 'The address is incomplete, or it belongs to another sandbox.';
  return { title: 'Not found', body: html`<div class="card"><h1>Nothing is here</h1><p>${text}</p></div>` };
}
