import express, { type Request, type Response, Router } from 'express';
import { testCardFace } from '../core/cards.ts';
import { authenticateCheckout, type PayOutcome, payCheckout } from '../core/checkout.ts';
import type { Company } from '../core/company.ts';
import type { Checkout } from '../core/records.ts';
import { authenticationPage, checkoutPage, closedPage, type FormState, notFoundPage } from './checkout.ts';
import { sendPage } from './layout.ts';

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

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

function show({ company, checkout, response }: Visit): void {
  const known = company.store.get('customers', checkout.customerId ?? '')?.email;
  const blank = { email: checkout.email ?? known ?? '', number: '', expiry: '', cvc: '', problems: {} };
  showForm({ company, checkout, response }, blank);
}

function showForm({ company, checkout, response }: Omit<Visit, 'request'>, form: FormState, status = 200): void {
  const formTargets = [checkout.successUrl, checkout.cancelUrl];
  sendPage(response, checkoutPage(company, checkout, form), { status, formTargets });
}

function submit(visit: Visit): void {
  const { company, checkout } = visit;
  const form = readForm(visit.request);
  const fill = textOf(visit.request, 'fill');
  if (fill) return showForm(visit, { ...form, ...filledCard(fill) });
  if (!EMAIL.test(form.email))
    return showForm(visit, { ...form, problems: { email: 'Enter your e-mail address.' } }, 422);
  proceed(visit, form, payCheckout(company, checkout.id, { email: form.email, card: form }));
}

function proceed(visit: Visit, form: FormState, outcome: PayOutcome): void {
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

function ask({ company, checkout, response }: Visit): void {
  if (!checkout.pending) return response.redirect(303, `/pay/${checkout.token}`);
  sendPage(response, authenticationPage(company, checkout), { formTargets: [checkout.successUrl] });
}

function authenticate(visit: Visit): void {
  const { company, checkout, request, response } = visit;
  if (!checkout.pending) return response.redirect(303, `/pay/${checkout.token}`);
  const blank = { email: checkout.pending.email, number: '', expiry: '', cvc: '', problems: {} };
  proceed(visit, blank, authenticateCheckout(company, checkout.id, textOf(request, 'answer') === 'complete'));
}

function filledCard(number: string): Pick<FormState, 'number' | 'expiry' | 'cvc'> {
  const { expMonth, expYear } = testCardFace(number);
  return { number, expiry: `${expMonth} / ${expYear}`, cvc: '123' };
}

function readForm(request: Request): FormState {
  const [email, number, expiry, cvc] = (['email', 'number', 'expiry', 'cvc'] as const).map((name) =>
    textOf(request, name),
  );
  return { email: (email ?? '').trim(), number: number ?? '', expiry: expiry ?? '', cvc: cvc ?? '', problems: {} };
}

/** A form field's text; empty when it is absent. */
export function textOf(request: Request, name: string): string {
  const value = (request.body as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' ? value : '';
}
