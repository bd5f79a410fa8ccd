import express, { type Request, type Response, Router } from 'express';
import {
  applyCode,
  authenticateCheckout,
  nameTaxId,
  type PayOutcome,
  payCheckout,
  startWithoutCard,
} from '../core/checkout.ts';
import type { Company } from '../core/company.ts';
import type { Checkout } from '../core/records.ts';
import { blankCard, readCardForm, textOf } from './cardForm.ts';
import { asksForCard, authenticationPage, checkoutPage, closedPage, type FormState, notFoundPage } from './checkout.ts';
import { sendPage } from './layout.ts';

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const untyped = { code: '', taxId: '' };

interface Visit {
  company: Company;
  checkout: Checkout;
  request: Request;
  response: Response;
}

/** The hosted checkout: `/pay/<token>`. */
export function checkoutRoutes(company: Company): Router {
  const router = Router();
  const form = express.urlencoded({ extended: false, limit: '20kb' });
  const route = (handle: (visit: Visit) => void) => (request: Request, response: Response) => {
    const checkout = company.store.all('checkouts').find(({ token }) => token === request.params.token);
    if (!checkout) return sendPage(response, notFoundPage(), { status: 404 });
    if (checkout.status !== 'open') return sendPage(response, closedPage(company, checkout));
    handle({ company, checkout, request, response });
  };
  router.get('/pay/:token', route(show));
  router.post('/pay/:token', form, route(submit));
  router.get('/pay/:token/authenticate', route(ask));
  router.post('/pay/:token/authenticate', form, route(authenticate));
  return router;
}

function show({ company, checkout, response }: Visit) {
  const known = company.store.get('customers', checkout.customerId ?? '')?.email;
  showForm({ company, checkout, response }, { ...blankCard, ...untyped, email: checkout.email ?? known ?? '' });
}

function showForm({ company, checkout, response }: Omit<Visit, 'request'>, form: FormState, status = 200) {
  const formTargets = [checkout.successUrl, checkout.cancelUrl];
  sendPage(response, checkoutPage(company, checkout, form), { status, formTargets });
}

function submit(visit: Visit) {
  const { company, checkout } = visit;
  const typed = (name: string) => textOf(visit.request, name).trim();
  const form = { ...readCardForm(visit.request), email: typed('email'), code: typed('code'), taxId: typed('taxId') };
  if (textOf(visit.request, 'fill')) return showForm(visit, form);
  if (form.code !== '' && checkout.takes?.codes && !applyCode(company, checkout.id, form.code))
    return showForm(visit, { ...form, problems: { code: 'This code is not valid.' } }, 422);
  if (textOf(visit.request, 'apply')) return showForm({ ...visit, checkout: reread(visit) }, form);
  if (form.taxId !== '' && checkout.takes?.taxId) nameTaxId(company, checkout.id, form.taxId);
  if (!EMAIL.test(form.email))
    return showForm(visit, { ...form, problems: { email: 'Enter your e-mail address.' } }, 422);
  const outcome = asksForCard(checkout)
    ? payCheckout(company, checkout.id, { email: form.email, card: form })
    : startWithoutCard(company, checkout.id, form.email);
  proceed(visit, form, outcome);
}

/** The checkout with the changes of this request. */
const reread = ({ company, checkout }: Visit) => company.store.get('checkouts', checkout.id) ?? checkout;

function proceed(visit: Visit, form: FormState, outcome: PayOutcome) {
  const { company, checkout, response } = visit;
  switch (outcome.kind) {
    case 'paid':
      return response.redirect(303, company.dialect.successUrl(company, outcome.checkout));
    case 'authenticate':
      return response.redirect(303, `/pay/${checkout.token}/authenticate`);
    case 'declined':
      return showForm(visit, { ...form, cvc: '', message: outcome.message }, 402);
    case 'invalid':
      return showForm(visit, { ...form, problems: outcome.problems }, 422);
  }
}

function ask({ company, checkout, response }: Visit) {
  if (!checkout.pending) return response.redirect(303, `/pay/${checkout.token}`);
  sendPage(response, authenticationPage(company, checkout), { formTargets: [checkout.successUrl] });
}

function authenticate(visit: Visit) {
  const { company, checkout, request, response } = visit;
  if (!checkout.pending) return response.redirect(303, `/pay/${checkout.token}`);
  const blank = { ...blankCard, ...untyped, email: checkout.pending.email };
  proceed(visit, blank, authenticateCheckout(company, checkout.id, textOf(request, 'answer') === 'complete'));
}
