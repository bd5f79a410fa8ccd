import { testCards } from '../core/cards.ts';
import { needsAction } from '../core/invoices.ts';
import type { Invoice, Price, Subscription } from '../core/records.ts';
import { type CardForm, cardFields, fillButtons } from './cardForm.ts';
import { day, money, rhythm } from './format.ts';
import { type Html, html } from './html.ts';
import { alert, type Page } from './layout.ts';
import { costOf, type PortalView, returnLink } from './portal.ts';

export function home({ portal }: PortalView): Html {
  return html`<a class="back" href="/portal/${portal.token}/home">Back</a>`;
}

export function cancelPage(view: PortalView, subscription: Subscription): Page {
  const { label } = view.company.price(subscription.priceId);
  return {
    title: 'Cancel plan',
    body: html`<div class="card">${home(view)}
<h1>Cancel ${label}?</h1>
<p>You keep it until <strong>${day(subscription.periodEnd)}</strong>, and nothing more is charged. Until then you can take this back.</p>
<form method="post" class="actions" action="/portal/${view.portal.token}/cancel/${subscription.id}">
<button class="danger">Confirm cancellation</button>
</form></div>`,
  };
}

export function switchPage(view: PortalView, subscription: Subscription): Page {
  const { company, portal } = view;
  const { currency } = company.price(subscription.priceId);
  const recurring = company.prices.filter((price) => price.interval !== 'one_time' && price.currency === currency);
  // Of several prices with the same plan and interval, only the first is offered.
  const isFirst = ({ id, plan, interval }: Price) =>
    recurring.find((price) => price.plan === plan && price.interval === interval)?.id === id;
  const offers = recurring.filter((price) => price.id === subscription.priceId || isFirst(price));
  const rows = offers.map((price) => {
    const current = price.id === subscription.priceId;
    const choose = html`<form action="/portal/${portal.token}/change/${subscription.id}">
<input type="hidden" name="price" value="${price.id}"><button aria-label="Choose ${price.label} ${rhythm(price)}">Choose</button></form>`;
    const cost = costOf(view, { priceId: price.id, quantity: subscription.quantity });
    return html`<div class="choice"><div><h2>${price.label}</h2><p class="small">${cost}</p></div>
${current ? html`<span class="badge">Your plan</span>` : choose}</div>`;
  });
  return { title: 'Switch plan', body: html`<div class="card">${home(view)}<h1>Switch plan</h1>${rows}</div>` };
}

export interface ChangeTarget {
  subscription: Subscription;
  priceId: string;
  quantity: number;
}

export function changePage(view: PortalView, { subscription, priceId, quantity }: ChangeTarget): Page {
  const price = view.company.price(priceId);
  const before = view.company.price(subscription.priceId);
  const when =
    subscription.status === 'trialing'
      ? 'Your free trial goes on; the new price counts from its end.'
      : 'The change is made at once. Unused time of your present plan is credited, and what is left to pay is charged to your card.';
  return {
    title: 'Confirm change',
    body: html`<div class="card">${view.portal.flow?.kind === 'change' ? returnLink(view) : home(view)}
<h1>Switch to ${price.label}</h1>
<dl class="lines">
<div><dt>Now: ${before.label}</dt><dd>${costOf(view, subscription)}</dd></div>
<div class="total"><dt>New: ${price.label}</dt><dd>${costOf(view, { priceId, quantity })}</dd></div>
</dl>
<p class="small">${when}</p>
<form method="post" class="actions" action="/portal/${view.portal.token}/change/${subscription.id}">
<input type="hidden" name="price" value="${priceId}"><input type="hidden" name="quantity" value="${quantity}">
<button class="primary">Confirm change</button>
</form></div>`,
  };
}

export function cardPage(view: PortalView, form: CardForm): Page {
  return {
    title: 'Update card',
    body: html`<div class="card">${home(view)}<h1>Update card</h1>
${form.message && alert(form.message)}
<form method="post" action="/portal/${view.portal.token}/card" novalidate>
${cardFields(form)}
<button class="primary">Save card</button>
${fillButtons(testCards)}
</form></div>`,
  };
}

export function invoicePage(invoice: Invoice, email: string | null, back: Html | null = null): Page {
  const lines = invoice.lines.map(
    ({ description, amount }) => html`<div><dt>${description}</dt><dd>${money(amount, invoice.currency)}</dd></div>`,
  );
  return {
    title: `Invoice ${invoice.number}`,
    body: html`<div class="card">${back}<h1>Invoice ${invoice.number}</h1>
<p>${day(invoice.createdAt)} · ${email} · <span class="badge">${invoice.status}</span></p>
<dl class="lines">${lines}
<div class="total"><dt>Total</dt><dd>${money(invoice.total, invoice.currency)}</dd></div>
${invoice.refunded > 0 && html`<div><dt>Refunded</dt><dd>${money(invoice.refunded, invoice.currency)}</dd></div>`}
</dl>${needsAction(invoice) && confirmForm(invoice)}</div>`,
  };
}

/** The bank's authentication request. */
function confirmForm({ id, total, currency }: Invoice): Html {
  return html`<p class="alert">Your bank asks you to confirm ${money(total, currency)}.</p>
<form method="post" class="actions" action="/invoices/${id}/confirm"><button class="primary">Confirm payment</button></form>`;
}
