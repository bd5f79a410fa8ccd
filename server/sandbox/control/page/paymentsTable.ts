import { disputeOf } from '../../core/disputes.ts';
import { needsAction } from '../../core/invoices.ts';
import type { Invoice } from '../../core/records.ts';
import { money } from '../../pages/format.ts';
import { type Html, html } from '../../pages/html.ts';
import type { PaymentAction } from '../payments.ts';
import { formOf, type Overview, ROWS, table } from './form.ts';

const labels: Record<PaymentAction, string> = {
  refund: 'Refund',
  dispute: 'Dispute',
  win: 'Win dispute',
  lose: 'Lose dispute',
  confirm: 'Confirm for the buyer',
  collect: 'Collect now',
  void: 'Void',
  write_off: 'Write off',
};

export function paymentsTable(view: Overview): Html {
  const newest = view.company.store.all('invoices').slice(-ROWS).reverse();
  const rows = newest.map((invoice) => row(view, invoice));
  const title = `Payments (${view.company.store.count('invoices')})`;
  return table('payments', title, { head: ['Number', 'Amount', 'Status', 'Actions'], rows });
}

function row(view: Overview, invoice: Invoice): Html {
  const { id, number, total, currency, refunded } = invoice;
  const disputed = disputeOf(view.company, id);
  const status = needsAction(invoice) ? 'waits for its owner' : invoice.status;
  const buttons = actionsOf(view, invoice).map(
    (name) =>
      html`<button name="action" value="${name}" aria-label="${labels[name]} ${number}">${labels[name]}</button> `,
  );
  const amount = html`<label class="small" for="amount-${id}">Amount of ${number}</label>
<input id="amount-${id}" name="amount" type="number" min="1" max="${total - refunded}" step="1" placeholder="all">`;
  const refundable = buttons.length > 0 && invoice.status === 'paid' && refunded < total;
  return html`<tr><td>${number}<br><code>${id}</code></td><td>${money(total, currency)}${refunded > 0 && html`<br>${money(refunded, currency)} refunded`}</td>
<td>${status}${disputed && html`<br>dispute ${disputed.status}`}</td><td>${buttons.length > 0 && formOf(view, `payments/${id}`, [refundable && amount, buttons])}</td></tr>`;
}

function actionsOf({ company }: Overview, invoice: Invoice): PaymentAction[] {
  const away = company.dialect.handlesInvoices ? (['void', 'write_off'] as const) : [];
  if (needsAction(invoice)) return ['confirm', 'collect', ...away];
  if (invoice.status === 'open') return ['collect', ...away];
  if (invoice.status !== 'paid' || invoice.total === 0) return [];
  const disputed = disputeOf(company, invoice.id);
  if (disputed?.status === 'open') return ['win', 'lose'];
  return [
    ...(invoice.refunded < invoice.total ? (['refund'] as const) : []),
    ...(disputed ? [] : (['dispute'] as const)),
  ];
}
