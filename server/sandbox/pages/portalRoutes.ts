import express, { type Request, type Response, Router } from 'express';
import { confirmInvoice } from '../core/billing.ts';
import { readCard } from '../core/cards.ts';
import type { Company } from '../core/company.ts';
import { replaceCard } from '../core/customers.ts';
import { changePlan } from '../core/planChange.ts';
import type { Portal, PortalFlow, Subscription } from '../core/records.ts';
import { Refusal } from '../core/refusal.ts';
import { liveSubscription } from '../core/subscription.ts';
import { revokeCancel, scheduleCancel } from '../core/subscriptions.ts';
import { blankCard, type CardForm, CHECK_FIELDS, readCardForm, textOf } from './cardForm.ts';
import { notFoundPage } from './checkout.ts';
import { type Page, sendPage } from './layout.ts';
import { expiredPage, type PortalView, portalPage } from './portal.ts';
import { type ChangeTarget, cancelPage, cardPage, changePage, home, invoicePage, switchPage } from './portalForms.ts';

interface Visit extends PortalView {
  request: Request;
  response: Response;
}

/** The hosted customer portal: `/portal/<token>`. GET shows, POST changes. */
export function portalRoutes(company: Company): Router {
  const router = Router();
  const form = express.urlencoded({ extended: false, limit: '20kb' });
  const route = (handle: (visit: Visit) => void) => (request: Request, response: Response) => {
    const portal = company.store.all('portals').find(({ token }) => token === request.params.token);
    const customer = company.store.get('customers', portal?.customerId ?? '');
    if (!portal || customer?.deletedAt !== null) return sendPage(response, notFoundPage(), { status: 404 });
    if (portal.expiresAt <= company.clock.now()) return sendPage(response, expiredPage(portal), { status: 410 });
    handle({ company, portal, customer, request, response });
  };
  router.get('/portal/:token', route(enter));
  router.get(
    '/portal/:token/home',
    route((visit) => show(visit, portalPage(visit, String(visit.request.query.done ?? '')))),
  );
  router.get(
    '/portal/:token/cancel/:id',
    route((visit) => show(visit, cancelPage(visit, own(visit)))),
  );
  router.post('/portal/:token/cancel/:id', form, route(cancel));
  router.post('/portal/:token/keep/:id', form, route(keep));
  router.get(
    '/portal/:token/switch/:id',
    route((visit) => show(visit, switchPage(visit, own(visit)))),
  );
  router.get(
    '/portal/:token/change/:id',
    route((visit) => show(visit, changePage(visit, targetOf(visit)))),
  );
  router.post('/portal/:token/change/:id', form, route(change));
  router.get(
    '/portal/:token/card',
    route((visit) => show(visit, cardPage(visit, blankCard))),
  );
  router.post('/portal/:token/card', form, route(saveCard));
  router.get('/portal/:token/invoices/:id', route(showInvoice));
  router.get('/invoices/:id', (request, response) => showReceipt(company, request, response));
  router.post('/invoices/:id/confirm', (request, response) => {
    confirmInvoice(company, String(request.params.id));
    response.redirect(303, `/invoices/${request.params.id}`);
  });
  return router;
}

function show({ response, portal }: Visit, page: Page, status = 200) {
  const doneUrl = portal.flow?.doneUrl ?? null;
  sendPage(response, page, { status, formTargets: [doneUrl, portal.returnUrl] });
}

/** The URL that the shop received; redirects to the requested page. */
function enter({ portal, response }: Visit): void {
  response.redirect(303, `/portal/${portal.token}/${pathOf(portal.flow)}`);
}

function pathOf(flow: PortalFlow | null): string {
  if (!flow) return 'home';
  switch (flow.kind) {
    case 'card':
      return 'card';
    case 'change':
      return `change/${flow.subscriptionId}?${new URLSearchParams({ price: flow.priceId, quantity: String(flow.quantity) })}`;
    default:
      return `${flow.kind}/${flow.subscriptionId}`;
  }
}

/** The subscription in the URL, if it belongs to this customer and has not ended. */
function own({ company, customer, request }: Visit): Subscription {
  const subscription = liveSubscription(company, String(request.params.id));
  if (subscription.customerId !== customer.id)
    throw new Refusal('not_found', 'This subscription belongs to someone else.');
  return subscription;
}

function cancel(visit: Visit): void {
  scheduleCancel(visit.company, own(visit).id, { via: 'portal' });
  finish(visit, 'canceled');
}

function keep(visit: Visit): void {
  revokeCancel(visit.company, own(visit).id);
  finish(visit, 'kept');
}

function targetOf(visit: Visit): ChangeTarget {
  const subscription = own(visit);
  const { query } = visit.request;
  const quantity = Number(query.quantity);
  const seats = Number.isSafeInteger(quantity) && quantity > 0 ? quantity : subscription.quantity;
  return { subscription, priceId: visit.company.price(String(query.price)).id, quantity: seats };
}

function change(visit: Visit): void {
  const { id, quantity } = own(visit);
  const seats = Number(textOf(visit.request, 'quantity')) || quantity;
  const plan = { priceId: textOf(visit.request, 'price'), quantity: seats, proration: 'now' } as const;
  changePlan(visit.company, id, plan);
  finish(visit, 'changed');
}

function saveCard(visit: Visit) {
  const form = readCardForm(visit.request);
  if (textOf(visit.request, 'fill')) return show(visit, cardPage(visit, form));
  const read = readCard(form, visit.company.clock.now());
  if ('problems' in read) return refuse(visit, { ...form, problems: read.problems, message: CHECK_FIELDS }, 422);
  if (read.face.behaviour === 'declined')
    return refuse(visit, { ...form, message: 'Your card was declined. Use another one.' }, 402);
  replaceCard(visit.company, visit.customer.id, read.face);
  finish(visit, 'card');
}

function refuse(visit: Visit, form: CardForm, status: number) {
  show(visit, cardPage(visit, form), status);
}

/** Redirects to the shop's URL for the end of the flow, or else to the overview. */
function finish({ portal, response }: Visit, done: string) {
  response.redirect(303, portal.flow?.doneUrl ?? homeOf(portal, done));
}

function homeOf({ token }: Portal, done: string): string {
  return `/portal/${token}/home?done=${done}`;
}

function showInvoice(visit: Visit) {
  const invoice = visit.company.store.get('invoices', String(visit.request.params.id));
  if (invoice?.customerId !== visit.customer.id) return sendPage(visit.response, notFoundPage(), { status: 404 });
  show(visit, invoicePage(invoice, visit.customer.email, home(visit)));
}

/** An invoice's public URL: shows a receipt to anyone who has it. */
function showReceipt(company: Company, request: Request, response: Response) {
  const invoice = company.store.get('invoices', String(request.params.id));
  const customer = company.store.get('customers', invoice?.customerId ?? '');
  if (!invoice || customer?.deletedAt !== null) return sendPage(response, notFoundPage(), { status: 404 });
  sendPage(response, invoicePage(invoice, customer.email));
}
