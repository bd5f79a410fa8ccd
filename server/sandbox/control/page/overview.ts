import { isEnded } from '../../core/subscription.ts';
import { moment, money, rhythm } from '../../pages/format.ts';
import { type Html, html } from '../../pages/html.ts';
import type { Page } from '../../pages/layout.ts';
import { endpointsOf } from '../../webhooks/endpoint.ts';
import type { Delivery } from '../../webhooks/records.ts';
import { stateOf } from '../state.ts';
import { formOf, type Overview, ROWS, table } from './form.ts';
import { paymentsTable } from './paymentsTable.ts';
import { switchesForm } from './switchesForm.ts';

const tones = { pending: 'warn', delivered: 'good', failed: 'bad', dropped: 'bad' } as const;

const actionLabels = {
  renew: 'Renew now',
  fail_next: 'Fail next charge',
  pause: 'Pause',
  resume: 'Resume',
  cancel_now: 'Cancel now',
} as const;

/** The company's state and all actions on one page. */
export function overviewPage(view: Overview): Page {
  const { company } = view;
  return {
    title: `Provider ${company.options.dialect}`,
    width: 'wide',
    body: html`<h1>The provider’s side: ${company.options.dialect}</h1>
<p>This is what the payment company sees and does. Webhooks go to ${endpointsOf(company).map(({ url, disabled }) => html`<code>${url}</code>${disabled && ' (disabled)'} `)}.</p>
${clockSection(view)}${subscriptions(view)}${paymentsTable(view)}${customers(view)}${switchesForm(view)}${deliveries(view)}`,
  };
}

function clockSection(view: Overview): Html {
  const steps = [
    ['A day', 'days', 1],
    ['A week', 'days', 7],
    ['A month', 'months', 1],
    ['A year', 'months', 12],
  ] as const;
  const buttons = steps.map(([label, name, value]) => html`<button name="${name}" value="${value}">${label}</button>`);
  return html`<section class="card" aria-labelledby="clock"><h2 id="clock">Clock</h2>
<p class="amount">${moment(view.company.clock.now())}</p>
<p class="small">Moving it forward lets trials end, renewals fall due and failed payments be repeated on the way. It never goes back.</p>
${formOf(view, 'clock', html`<div class="actions">${buttons}</div>`)}</section>`;
}

function customers({ company }: Overview): Html {
  const newest = company.store.all('customers').slice(-ROWS).reverse();
  const rows = newest.map(({ id, email, cardId, deletedAt }) => {
    const card = company.store.get('cards', cardId ?? '');
    const face = card ? `${card.brand} …${card.last4} (${card.behaviour.replace('_', ' ')})` : 'none';
    return html`<tr><td>${email}</td><td><code>${id}</code></td><td>${deletedAt === null ? face : 'deleted'}</td></tr>`;
  });
  const title = `Customers (${company.store.count('customers')})`;
  return table('customers', title, { head: ['E-mail', 'Id', 'Card'], rows });
}

function subscriptions(view: Overview): Html {
  const { company } = view;
  const newest = company.store.all('subscriptions').slice(-ROWS).reverse();
  const rows = newest.map((subscription) => {
    const { id, status, priceId, quantity, periodEnd, cancelAt } = subscription;
    const price = company.price(priceId);
    const choices = ['renew', 'fail_next', status === 'paused' ? 'resume' : 'pause', 'cancel_now'] as const;
    const buttons = choices.map((name) => html`<button name="action" value="${name}">${actionLabels[name]}</button> `);
    return html`<tr><td>${price.label}, ${money(price.amount * quantity, price.currency)} ${rhythm(price)}<br><code>${id}</code></td>
<td>${status}${subscription.failNext > 0 && html`<br>next charge fails`}</td><td>${moment(periodEnd)}${cancelAt !== null && html`<br>ends ${moment(cancelAt)}`}</td>
<td>${!isEnded(subscription) && formOf(view, `subscriptions/${id}`, buttons)}</td></tr>`;
  });
  const title = `Subscriptions (${company.store.count('subscriptions')})`;
  return table('subscriptions', title, { head: ['What', 'Status', 'Period ends', 'Actions'], rows });
}

function deliveries(view: Overview): Html {
  const newest = view.company.store.all('deliveries').slice(-ROWS).reverse();
  const state = stateOf(view.company, view.sender).deliveries;
  const counts = Object.entries(state).map(([name, count]) => `${count} ${name}`);
  const rows = newest.map((delivery) => deliveryRow(view, delivery));
  const head = ['Event', 'Status', 'Attempts', 'Last answer', 'Again'];
  return table('deliveries', `Webhooks: ${counts.join(', ')}`, { head, rows });
}

function deliveryRow(view: Overview, { id, eventId, eventType, status, attemptCount, attempts }: Delivery): Html {
  const last = attempts.at(-1);
  const answer = last && `${last.status ?? 'none'} in ${last.ms} ms: ${last.answer.slice(0, 80)}`;
  const again = formOf(view, `deliveries/${id}`, html`<button aria-label="Resend ${eventType}">Resend</button>`);
  return html`<tr><td>${eventType}<br><code>${eventId}</code></td>
<td><span class="badge ${tones[status]}">${status}</span></td><td>${attemptCount}</td><td>${answer}</td><td>${again}</td></tr>`;
}
