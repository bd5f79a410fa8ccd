import type { Company } from '../core/company.ts';
import { subscriptionsOf } from '../core/customers.ts';
import type { Customer, Portal, Subscription } from '../core/records.ts';
import { isEnded } from '../core/subscription.ts';
import { day, money, rhythm } from './format.ts';
import { type Html, html } from './html.ts';
import type { Page } from './layout.ts';

export interface PortalView {
  company: Company;
  portal: Portal;
  customer: Customer;
}

/** Messages by the value of the redirect's `done` parameter. */
const notices: Record<string, string> = {
  canceled: 'Your plan will end as shown below.',
  kept: 'Your plan goes on.',
  changed: 'Your plan was changed.',
  card: 'Your card was updated.',
};

export function portalPage(view: PortalView, done: string): Page {
  const { company, customer } = view;
  const newest = subscriptionsOf(company, customer.id).reverse();
  return {
    title: 'Billing',
    width: 'wide',
    body: html`${returnLink(view)}
<h1>Billing</h1>
<p class="small">${customer.email}</p>
${notices[done] && html`<p class="notice" role="status">${notices[done]}</p>`}
${newest.length === 0 && html`<div class="card"><p>You have no subscription.</p></div>`}
${newest.map((subscription) => subscriptionCard(view, subscription))}
${cardSection(view)}
${invoiceSection(view)}`,
  };
}

/** Shows no customer data. */
export function expiredPage(portal: Portal): Page {
  return {
    title: 'This page has expired',
    body: html`<div class="card">${returnLink({ portal })}<h1>This page has expired</h1>
<p>For your safety it is open for an hour. Open your billing again from where you came.</p></div>`,
  };
}

export function returnLink({ portal }: Pick<PortalView, 'portal'>): Html | null {
  return portal.returnUrl === null ? null : html`<a class="back" href="${portal.returnUrl}">Return</a>`;
}

export function costOf(
  { company }: PortalView,
  { priceId, quantity }: Pick<Subscription, 'priceId' | 'quantity'>,
): string {
  const price = company.price(priceId);
  const seats = quantity > 1 ? ` for ${quantity} seats` : '';
  return `${money(price.amount * quantity, price.currency)} ${rhythm(price)}${seats}`;
}

function subscriptionCard(view: PortalView, subscription: Subscription): Html {
  const price = view.company.price(subscription.priceId);
  return html`<section class="card" aria-label="Subscription to ${price.label}">
<div class="heading"><h2>${price.label}</h2>${badge(subscription)}</div>
<p>${costOf(view, subscription)}</p>
<p>${outlook(subscription)}</p>
${subscription.status === 'past_due' && html`<p class="alert">The last payment failed. Update your card to keep your plan.</p>`}
${!isEnded(subscription) && actions(view, subscription)}
</section>`;
}

function actions({ company, portal }: PortalView, { id, cancelAt }: Subscription): Html {
  const base = `/portal/${portal.token}`;
  const switching = html`<form action="${base}/switch/${id}"><button>Switch plan</button></form>`;
  const ending =
    cancelAt === null
      ? html`<form action="${base}/cancel/${id}"><button>Cancel plan</button></form>`
      : html`<form method="post" action="${base}/keep/${id}"><button class="primary">Keep plan</button></form>`;
  return html`<div class="actions">${company.dialect.portalSwitchesPlans !== false && switching}${ending}</div>`;
}

const badges: Record<Subscription['status'], [tone: string, text: string]> = {
  active: ['good', 'Active'],
  trialing: ['good', 'Free trial'],
  past_due: ['bad', 'Past due'],
  unpaid: ['bad', 'Unpaid'],
  canceled: ['', 'Ended'],
  incomplete: ['warn', 'Incomplete'],
  incomplete_expired: ['', 'Expired'],
  paused: ['warn', 'Paused'],
};

function badge({ status, cancelAt }: Subscription): Html {
  const [tone, text] =
    status !== 'canceled' && cancelAt !== null ? ['warn', `Cancels on ${day(cancelAt)}`] : badges[status];
  return html`<span class="badge ${tone}">${text}</span>`;
}

function outlook({ status, cancelAt, endedAt, periodEnd }: Subscription): string {
  if (status === 'canceled') return `It ended on ${day(endedAt ?? periodEnd)}.`;
  if (cancelAt !== null) return `You can use it until ${day(cancelAt)}, and it won't be renewed.`;
  if (status === 'trialing') return `Your trial ends on ${day(periodEnd)}; then the first payment is due.`;
  if (status === 'paused') return 'It is paused: nothing is charged.';
  return `It renews on ${day(periodEnd)}.`;
}

function cardSection({ company, customer, portal }: PortalView): Html {
  const card = company.store.get('cards', customer.cardId ?? '');
  const face =
    card &&
    `${card.brand[0]?.toUpperCase()}${card.brand.slice(1)} ending in ${card.last4}, expires ${card.expMonth} / ${card.expYear}`;
  return html`<section class="card" aria-labelledby="card">
<h2 id="card">Payment method</h2>
<p>${face ?? 'No card yet.'}</p>
<form class="actions" action="/portal/${portal.token}/card"><button>Update card</button></form>
</section>`;
}

function invoiceSection({ company, customer, portal }: PortalView): Html {
  const invoices = company.store.all('invoices').filter(({ customerId }) => customerId === customer.id);
  const rows = invoices.reverse().map(
    (invoice) => html`<tr><td>${day(invoice.createdAt)}</td>
<td><a href="/portal/${portal.token}/invoices/${invoice.id}">${invoice.number}</a></td>
<td>${money(invoice.total, invoice.currency)}</td><td>${invoice.refunded > 0 ? 'refunded' : invoice.status}</td></tr>`,
  );
  const head = html`<thead><tr><th scope="col">Date</th><th scope="col">Number</th><th scope="col">Amount</th><th scope="col">Status</th></tr></thead>`;
  return html`<section class="card" aria-labelledby="invoices"><h2 id="invoices">Invoices</h2>
${rows.length === 0 ? html`<p>No invoices yet.</p>` : html`<div class="scroll" tabindex="0" role="group" aria-labelledby="invoices"><table>${head}<tbody>${rows}</tbody></table></div>`}
</section>`;
}
